import { getLinkedPassRoute, type LinkedPass } from '@openspot/contract/booking/linked-passes.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { LinkedPassScreen } from '@/features/booking/my-reservations/linked-pass-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { PublicShell } from '@/ui/shell/public-shell.tsx'

interface Props {
  now: string
  pass: LinkedPass
  extend_to: string | null
  outbox: boolean
}

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, query, req, res }) => {
  res.setHeader('referrer-policy', 'no-referrer')
  res.setHeader('x-robots-tag', 'noindex')
  const reservation_id = String(params?.['reservation_id']).slice(0, 64)
  const [pass, outbox] = await Promise.all([
    fetchForPage(req.headers, getLinkedPassRoute, { params: { reservation_id } }),
    fetchForPage(req.headers, listOutboxRoute, { query: { limit: 1 } }),
  ])
  const own = `/me/reservations/${reservation_id}`
  // No link is open on this device, or it no longer works. Its owner signs in.
  if (!pass.ok && pass.status === 401)
    return { redirect: { destination: `/sign-in?next=${encodeURIComponent(own)}`, permanent: false } }
  if (!pass.ok) return { notFound: true }
  const ends_at = typeof query['ends_at'] === 'string' ? query['ends_at'] : null
  const extend_to = ends_at !== null && Number.isFinite(Date.parse(ends_at)) ? ends_at : null
  return { props: { now: nowIso(), pass: pass.data, extend_to, outbox: outbox.ok } }
}

/** A pass that the link in a guest's email or text opened on this device. */
export default function LinkedPassPage({ pass, extend_to, outbox }: Props) {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('driver.pass')} · ${t('common.product')}`}</title>
      </Head>
      <PublicShell>
        <LinkedPassScreen initial={pass} extend_to={extend_to} outbox={outbox} />
      </PublicShell>
    </>
  )
}
