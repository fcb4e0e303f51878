import { Anchor } from '@mantine/core'
import { listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import css from '@/features/identity/auth/auth.module.css'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { ClaimForm } from '@/features/identity/auth/claim-form.tsx'
import { ConfirmEmail } from '@/features/identity/auth/confirm-email.tsx'
import { nextPath } from '@/features/identity/auth/next-path.ts'
import { OpenLink } from '@/features/identity/auth/open-link.tsx'
import { PhoneSignIn } from '@/features/identity/auth/phone-sign-in.tsx'
import { AskLinkForm } from '@/features/identity/auth/request-link-form.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { useHasTexts } from '@/lib/use-has-texts.ts'

interface Props {
  now: string
  token: string
  /** The page that the emailed link leads to. */
  next: string
  /** The email address of the current guest. */
  email: string | null
  /** Whether the guest has proven the address. */
  isProven: boolean
  outbox: boolean
  /** The guest uses their phone number. */
  byPhone: boolean
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ query, req, res }) => {
  res.setHeader('referrer-policy', 'no-referrer')
  const token = typeof query.token === 'string' ? query.token : ''
  const [me, outbox] = await Promise.all([
    fetchForPage(req.headers, getMeRoute, {}),
    fetchForPage(req.headers, listOutboxRoute, { query: { limit: 1 } }),
  ])
  // Who has just come back to their reservations sees the one that is current, not this page again.
  if (query.opened === '1' && me.ok) {
    const mine = await fetchForPage(req.headers, listParkHistoryRoute, {
      query: { when: 'upcoming', limit: 2 },
    })
    const only = mine.ok && mine.data.items.length === 1 ? mine.data.items[0]?.id : undefined
    return {
      redirect: { destination: only === undefined ? '/me' : `/me/reservations/${only}`, permanent: false },
    }
  }
  const next = query.next === undefined ? '/claim?opened=1' : nextPath(query.next)
  const email = me.ok && me.data.account_status === 'GHOST' ? me.data.contact_email : null
  const isProven = me.ok && me.data.contact_verified_at !== null
  return {
    props: { now: nowIso(), token, next, email, isProven, outbox: outbox.ok, byPhone: query.by === 'phone' },
  }
}

/** Lets a guest return to a booking and turn it into an account. */
export default function Claim({ token, next, email, isProven, outbox, byPhone }: Props) {
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
            next={next}
            text={t('auth.claimOpenText')}
            confirm={t('auth.claimOpen')}
            again="/claim"
          />
        ) : email === null ? (
          <Ask byPhone={byPhone} outbox={outbox} />
        ) : isProven ? (
          <ClaimForm email={email} />
        ) : (
          <ConfirmEmail email={email} outbox={outbox} />
        )}
      </AuthFrame>
    </>
  )
}

/** Asks for the address or number that the guest booked with. */
function Ask({ byPhone, outbox }: Pick<Props, 'byPhone' | 'outbox'>) {
  const t = useTranslations()
  const hasTexts = useHasTexts()
  const other =
    byPhone || hasTexts ? (
      <p className={css.aside}>
        <Anchor component={Link} href={byPhone ? '/claim' : '/claim?by=phone'}>
          {byPhone ? t('phoneCode.useEmail') : t('phoneCode.useNumber')}
        </Anchor>
      </p>
    ) : null
  if (byPhone)
    return (
      <PhoneSignIn next="/claim?opened=1" outbox={outbox} text={t('phoneCode.claimText')} aside={other} />
    )
  return (
    <>
      <AskLinkForm of="guest" outbox={outbox} />
      {other}
    </>
  )
}
