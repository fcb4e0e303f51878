import { getSharedPassRoute, type SharedPass } from '@openspot/contract/booking/shared-passes.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { SharedPassScreen } from '@/features/booking/my-reservations/shared-pass-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { StatusPage } from '@/ui/shell/status-page.tsx'

type Props = { now: string; pass: SharedPass; pass_token: string } | { now: string; status: number }

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, req, res }) => {
  // Who has the URL sees the pass: it must not be sent as a referrer or indexed.
  res.setHeader('referrer-policy', 'no-referrer')
  res.setHeader('x-robots-tag', 'noindex')
  const pass_token = String(params?.pass_token).slice(0, 64)
  const pass = await fetchForPage(req.headers, getSharedPassRoute, { params: { pass_token } })
  const now = nowIso()
  if (pass.ok) return { props: { now, pass: pass.data, pass_token } }
  res.statusCode = pass.status >= 500 ? 500 : pass.status === 429 ? 429 : 404
  return { props: { now, status: res.statusCode } }
}

/** A pass that its driver shared with a companion. */
export default function SharedPassPage(props: Props) {
  const t = useTranslations()
  if ('status' in props) return <StatusPage status={props.status} />
  return (
    <>
      <Head>
        <title>{`${t('driver.pass')} · ${t('common.product')}`}</title>
      </Head>
      <PublicShell>
        <SharedPassScreen pass_token={props.pass_token} initial={props.pass} />
      </PublicShell>
    </>
  )
}
