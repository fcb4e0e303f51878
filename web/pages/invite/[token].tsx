import { type OfferedInvite, previewInviteRoute } from '@openspot/contract/people/invites.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useRouter } from 'next/router'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
import { PhoneSignIn } from '@/features/identity/auth/phone-sign-in.tsx'
import { ProveNumber } from '@/features/identity/profile/prove-number.tsx'
import { InviteScreen } from '@/features/people/invites/invite-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { ErrorState, Note } from '@/ui/states.tsx'

interface Props {
  now: string
  token: string
  /** Null if the link is invalid. */
  invite: OfferedInvite | null
  /** A temporary problem that prevented loading it. */
  trouble: string | null
  outbox: boolean
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, req, res }) => {
  // The URL is a credential: it must not be sent as a referrer or indexed.
  res.setHeader('referrer-policy', 'no-referrer')
  res.setHeader('x-robots-tag', 'noindex')
  const token = String(params?.token).slice(0, 100)
  const [answer, mailbox] = await Promise.all([
    fetchForPage(req.headers, previewInviteRoute, { body: { token } }),
    fetchForPage(req.headers, listOutboxRoute, { query: { limit: 1 } }),
  ])
  const outbox = mailbox.ok
  const now = nowIso()
  if (answer.ok) return { props: { now, token, invite: answer.data, trouble: null, outbox } }
  res.statusCode = answer.status === 400 ? 410 : answer.status
  const passes = answer.status === 429 || answer.status >= 500
  return { props: { now, token, invite: null, trouble: passes ? answer.message : null, outbox } }
}

export default function Invite({ token, invite, trouble, outbox }: Props) {
  const t = useTranslations()
  const router = useRouter()
  const path = `/invite/${token}`
  const text = t('phoneCode.inviteText', { to: invite?.sent_to ?? '' })
  const title = invite ? t('invites.page.title', { lot: invite.lot_name }) : t('invites.page.goneTitle')
  return (
    <>
      <Head>
        <title>{`${title} · ${t('common.product')}`}</title>
      </Head>
      <AuthFrame title={title}>
        {invite ? (
          <InviteScreen
            token={token}
            invite={invite}
            byPhone={{
              signIn: <PhoneSignIn next={path} outbox={outbox} text={text} />,
              verify: (
                <ProveNumber
                  from={
                    invite.sent_to?.startsWith('+') && !invite.sent_to.includes('…') ? invite.sent_to : ''
                  }
                  text={text}
                  path={path}
                  onDone={() => void router.replace(router.asPath)}
                />
              ),
            }}
          />
        ) : null}
        {trouble !== null ? <ErrorState error={{ message: trouble }} /> : null}
        {!invite && trouble === null ? <Note tone="plain" title={t('invites.page.goneText')} /> : null}
      </AuthFrame>
    </>
  )
}
