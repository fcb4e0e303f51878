import type { Output } from '@openspot/contract/call.ts'
import { getPublicLot } from '@openspot/contract/lots.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { lotJsonLd } from '@/features/lots/lot-json-ld.ts'
import { LotScreen } from '@/features/lots/lot-screen.tsx'
import { readWhen } from '@/features/search/search-query.ts'
import { nowIso } from '@/lib/clock.ts'
import { askFor } from '@/lib/server-api.ts'
import { StatusPage } from '@/ui/status-page.tsx'
import { words } from '@/words/index.ts'

type Props =
  | {
      now: string
      found: true
      initial: Output<typeof getPublicLot>
      stay: { starts_at: string; ends_at: string }
    }
  | { now: string; found: false; status: number }

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, query, req, res }) => {
  const now = nowIso()
  const stay = readWhen(query, now)
  const public_id = String(params?.public_id)
  const answer = await askFor(req.headers, getPublicLot, { params: { public_id }, query: stay })
  if (answer.ok) {
    const { lot } = answer.data
    // An old or redirected link answers with the lot it now means.
    if (lot.public_id !== public_id) {
      const destination = `/l/${lot.public_id}?${new URLSearchParams(stay)}`
      return { redirect: { destination, permanent: false } }
    }
    return { props: { now, found: true, initial: answer.data, stay } }
  }
  // Not `notFound`: Next would then show a page without words until its scripts have run.
  const status = answer.status >= 500 ? 500 : 404
  res.statusCode = status
  return { props: { now, found: false, status } }
}

export default function Lot(props: Props) {
  if (!props.found) return <StatusPage status={props.status} />
  const { lot } = props.initial
  return (
    <>
      <Head>
        <title>{`${lot.name} · ${words.common.product}`}</title>
        <meta name="description" content={[lot.name, lot.street, lot.city].filter(Boolean).join(', ')} />
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: lotJsonLd(lot) }} />
      </Head>
      <LotScreen key={lot.id} initial={props.initial} stay={props.stay} />
    </>
  )
}
