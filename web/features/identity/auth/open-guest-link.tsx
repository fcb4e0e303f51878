'use client'
import { Button } from '@mantine/core'
import { openGuestLinkRoute } from '@openspot/contract/identity/guest-links.ts'
import Link from 'next/link'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'
import { continueSignedIn } from './continue-signed-in.ts'

/**
 * Opens the reservation of a guest. The token is in the fragment of the address, which browsers send to nobody, and it is used only when
 * a person presses the button, because scanners of mail open links.
 */
export function OpenGuestLink() {
  const t = useTranslations()
  // Null on the server, which does not get the fragment.
  const token = useSyncExternalStore(subscribe, tokenInAddress, () => null)
  const open = useApiMutation(openGuestLinkRoute)
  if (token === '' || open.isError) {
    return (
      <Note
        tone={open.isError ? 'bad' : 'mark'}
        title={open.isError ? open.error.message : t('auth.linkMissingTitle')}
      >
        {open.isError ? null : <p>{t('auth.linkMissingText')}</p>}
        <p>
          <Link href="/claim">{t('auth.newLink')}</Link>
        </p>
      </Note>
    )
  }
  return (
    <div className={css.form}>
      <p className={css.aside}>{t('auth.guestOpenText')}</p>
      <Button
        h={48}
        loading={open.isPending || open.isSuccess}
        disabled={token === null}
        onClick={() =>
          open.mutate(
            { body: { token: token ?? '' } },
            {
              onSuccess: ({ reservation_id, needs_sign_in }) => {
                const path = `/me/reservations/${reservation_id}${extensionInAddress()}`
                if (needs_sign_in) window.location.replace(`/sign-in?next=${encodeURIComponent(path)}`)
                else continueSignedIn(path)
              },
            },
          )
        }
      >
        {t('auth.guestOpen')}
      </Button>
    </div>
  )
}

const tokenInAddress = () => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? ''

/** The extension that a reminder offers, as the query of the reservation's page. */
function extensionInAddress(): string {
  const ends_at = new URLSearchParams(window.location.hash.slice(1)).get('extend')
  return ends_at ? `?change=extend&ends_at=${encodeURIComponent(ends_at)}` : ''
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('hashchange', onChange)
  return () => window.removeEventListener('hashchange', onChange)
}
