import { notifications } from '@mantine/notifications'
import { getMeRoute, patchUserRoute } from '@openspot/contract/identity/users.ts'
import { pathIn, splitLanguage } from '@openspot/messages/language-paths.ts'
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
      showIn(language)
      return
    }
    save.mutate(
      { params: { user_id: me.id }, body: { language } },
      {
        onSuccess: () => {
          showIn(language)
        },
        onError: (error) => notifications.show({ color: 'red', message: error.message }),
      },
    )
  }
}

/** Loads this page again in a locale, at its path in that language if it has one. */
function showIn(locale: Locale): void {
  saveLocale(locale)
  const { pathname, search, hash } = window.location
  const current = splitLanguage(pathname)
  if (current.locale === null) window.location.reload()
  else window.location.assign(pathIn(locale, current.path) + search + hash)
}
