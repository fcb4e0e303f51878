'use client'
import { Button } from '@mantine/core'
import { openGuestLinkRoute, resendGuestLinkRoute } from '@openspot/contract/identity/guest-links.ts'
import Link from 'next/link'
import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { codeOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import css from './auth.module.css'

/**
 * Opens the reservation of a guest. The token is in the fragment of the address, which browsers send to nobody, and it is used only when
 * a person presses the button, because scanners of mail open links.
 */
export function OpenGuestLink() {
  const t = useTranslations()
  // Null on the server, which does not get the fragment.
  const token = useSyncExternalStore(subscribe, tokenInAddress, () => null)
  const open = useApiMutation(openGuestLinkRoute)
  if (codeOf(open.error) === 'link_not_usable') return <LinkGone token={token ?? ''} />
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
              // The page shows what this device may see of it. It is loaded fully, because the server reads the new cookie.
              onSuccess: ({ reservation_id }) =>
                window.location.assign(`/me/reservations/${reservation_id}${extensionInAddress()}`),
            },
          )
        }
      >
        {t('auth.guestOpen')}
      </Button>
    </div>
  )
}

/** A link that has expired or was turned off, and how to get another: by email to where it was sent, or by saying where that was. */
function LinkGone({ token }: { token: string }) {
  const t = useTranslations()
  const resend = useApiMutation(resendGuestLinkRoute)
  if (resend.isSuccess)
    return (
      <Note tone="good" title={t('auth.linkSentTitle')}>
        <p>{t('linkedPass.goneSent')}</p>
      </Note>
    )
  // Only a number is known, the reservation belongs to an account, or the link was never sent.
  const isUnknown = codeOf(resend.error) === 'link_not_usable'
  return (
    <div className={css.form}>
      <Note tone="mark" title={t('linkedPass.goneTitle')}>
        <p>{isUnknown ? t('auth.claimAskText') : t('linkedPass.goneText')}</p>
        {resend.error && !isUnknown ? <p>{resend.error.message}</p> : null}
      </Note>
      {isUnknown ? null : (
        <Button h={48} loading={resend.isPending} onClick={() => resend.mutate({ body: { token } })}>
          {t('linkedPass.goneSend')}
        </Button>
      )}
      <p className={css.aside}>
        <Link href="/claim">{t('linkedPass.goneOther')}</Link>
      </p>
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
