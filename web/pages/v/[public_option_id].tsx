import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { getPublicOptionRoute, type PublicOption } from '@openspot/contract/operations/validation.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { ScanScreen } from '@/features/operations/validation/scan-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { StatusPage } from '@/ui/shell/status-page.tsx'

type Props =
  | { now: string; option: PublicOption; public_option_id: string; isSignedIn: boolean }
  | { now: string; status: number }

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, req, res }) => {
  // Who has the URL may use the option: it must not be sent as a referrer or indexed.
  res.setHeader('referrer-policy', 'no-referrer')
  res.setHeader('x-robots-tag', 'noindex')
  const public_option_id = String(params?.public_option_id).slice(0, 64)
  const [option, me] = await Promise.all([
    fetchForPage(req.headers, getPublicOptionRoute, { params: { public_option_id } }),
    fetchForPage(req.headers, getMeRoute, {}),
  ])
  const now = nowIso()
  if (option.ok) return { props: { now, option: option.data, public_option_id, isSignedIn: me.ok } }
  res.statusCode = option.status >= 500 ? 500 : option.status === 429 ? 429 : 404
  return { props: { now, status: res.statusCode } }
}

/** The page of a partner's QR code. */
export default function Scan(props: Props) {
  const t = useTranslations()
  if ('status' in props) return <StatusPage status={props.status} />
  const { option, public_option_id, isSignedIn } = props
  return (
    <>
      <Head>
        <title>{`${t('validation.scan.title')} · ${t('common.product')}`}</title>
      </Head>
      <PublicShell>
        <ScanScreen option={option} public_option_id={public_option_id} isSignedIn={isSignedIn} />
      </PublicShell>
    </>
  )
}
