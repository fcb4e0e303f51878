import { notifications } from '@mantine/notifications'
import { getMeRoute, patchUserRoute } from '@openspot/contract/identity/users.ts'
import type { Locale } from '@openspot/messages/locales.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { saveLocale } from './choose-locale.ts'

/**
 * Returns what shows all pages in another locale. Signed-in people keep it in their account, for their emails and other
 * devices. It loads the page again, so a page never has two locales.
 */
export function useLocaleChoice(me: { id: string } | undefined): (locale: Locale) => void {
  const save = useApiMutation(patchUserRoute, { refresh: [getMeRoute] })
  return (language) => {
    if (!me) {
      saveLocale(language)
      window.location.reload()
      return
    }
    save.mutate(
      { params: { user_id: me.id }, body: { language } },
      {
        onSuccess: () => {
          saveLocale(language)
          window.location.reload()
        },
        onError: (error) => notifications.show({ color: 'red', message: error.message }),
      },
    )
  }
}
