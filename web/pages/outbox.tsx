import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { OutboxScreen } from '@/features/platform/outbox/outbox-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { StatusPage } from '@/ui/shell/status-page.tsx'

interface Props {
  now: string
  here: boolean
}

/** Exists only in the local environment: elsewhere the API has no outbox, and this page returns 404. */
export const getServerSideProps: GetServerSideProps<Props> = async ({ req, res }) => {
  const outbox = await fetchForPage(req.headers, listOutboxRoute, { query: { limit: 1 } })
  const here = outbox.ok || outbox.status >= 500
  if (!here) res.statusCode = 404
  return { props: { now: nowIso(), here } }
}

export default function Outbox({ here }: Props) {
  const t = useTranslations()
  if (!here) return <StatusPage status={404} />
  return (
    <>
      <Head>
        <title>{`${t('outbox.title')} · ${t('common.product')}`}</title>
      </Head>
      <OutboxScreen />
    </>
  )
}
