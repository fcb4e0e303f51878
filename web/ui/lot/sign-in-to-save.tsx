'use client'
import { useTranslations } from 'use-intl'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'

/** Asks a visitor to sign in, and returns them to this page. `onSignIn` is called before the page is left. */
export function SignInToSave({
  opened,
  name,
  onSignIn,
  onClose,
}: {
  opened: boolean
  name: string
  onSignIn: () => void
  onClose: () => void
}) {
  const t = useTranslations()
  return (
    <ConfirmDialog
      opened={opened}
      title={t('savedLots.signInTitle')}
      text={t('savedLots.signInText', { name })}
      isBusy={false}
      isHarmless
      error={null}
      yes={t('common.signIn')}
      no={t('common.cancel')}
      onYes={() => {
        onSignIn()
        const { pathname, search } = window.location
        window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`)
      }}
      onClose={onClose}
    />
  )
}
