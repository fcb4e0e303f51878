import { type OfferedInvite, previewInviteRoute } from '@openspot/contract/people/invites.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { AuthFrame } from '@/features/identity/auth/auth-frame.tsx'
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
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, req, res }) => {
  // The URL is a credential: it must not be sent as a referrer or indexed.
  res.setHeader('referrer-policy', 'no-referrer')
  res.setHeader('x-robots-tag', 'noindex')
  const token = String(params?.token).slice(0, 100)
  const answer = await fetchForPage(req.headers, previewInviteRoute, { body: { token } })
  const now = nowIso()
  if (answer.ok) return { props: { now, token, invite: answer.data, trouble: null } }
  res.statusCode = answer.status === 400 ? 410 : answer.status
  const passes = answer.status === 429 || answer.status >= 500
  return { props: { now, token, invite: null, trouble: passes ? answer.message : null } }
}

export default function Invite({ token, invite, trouble }: Props) {
  const t = useTranslations()
  const title = invite ? t('invites.page.title', { lot: invite.lot_name }) : t('invites.page.goneTitle')
  return (
    <>
      <Head>
        <title>{`${title} · ${t('common.product')}`}</title>
      </Head>
      <AuthFrame title={title}>
        {invite ? <InviteScreen token={token} invite={invite} /> : null}
        {trouble !== null ? <ErrorState error={{ message: trouble }} /> : null}
        {!invite && trouble === null ? <Note tone="plain" title={t('invites.page.goneText')} /> : null}
      </AuthFrame>
    </>
  )
}
