import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { ClaimForm } from '@/features/identity/auth/claim-form.tsx'
import { ConfirmEmail } from '@/features/identity/auth/confirm-email.tsx'
import { OpenLink } from '@/features/identity/auth/open-link.tsx'
import { AskLinkForm } from '@/features/identity/auth/request-link-form.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'

interface Props {
  now: string
  token: string
  /** The email address of the current guest. */
  email: string | null
  /** Whether the guest has proven the address. */
  isProven: boolean
  outbox: boolean
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query, req, res }) => {
  res.setHeader('referrer-policy', 'no-referrer')
  const token = typeof query.token === 'string' ? query.token : ''
  const [me, outbox] = await Promise.all([
    fetchForPage(req.headers, getMeRoute, {}),
    fetchForPage(req.headers, listOutboxRoute, { query: { limit: 1 } }),
  ])
  const email = me.ok && me.data.account_status === 'GHOST' ? me.data.contact_email : null
  const isProven = me.ok && me.data.contact_verified_at !== null
  return { props: { now: nowIso(), token, email, isProven, outbox: outbox.ok } }
}

/** Lets a guest return to a booking and turn it into an account. */
export default function Claim({ token, email, isProven, outbox }: Props) {
  const t = useTranslations()
  const isUnconfirmed = email !== null && !isProven
  return (
    <>
      <Head>
        <title>{`${isUnconfirmed ? t('auth.confirmTitle') : t('auth.claimTitle')} · ${t('common.product')}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <AuthFrame
        title={
          token || email === null
            ? t('auth.claimTitle')
            : isProven
              ? t('auth.claimAccountTitle')
              : t('auth.confirmTitle')
        }
      >
        {token ? (
          <OpenLink
            token={token}
            next="/claim"
            text={t('auth.claimOpenText')}
            confirm={t('auth.claimOpen')}
            again="/claim"
          />
        ) : email === null ? (
          <AskLinkForm of="guest" outbox={outbox} />
        ) : isProven ? (
          <ClaimForm email={email} />
        ) : (
          <ConfirmEmail email={email} outbox={outbox} />
        )}
      </AuthFrame>
    </>
  )
}
