import { getPublicLot, type Offer, type PublicLot } from '@openspot/contract/lots.ts'
import { getSpot, type Spot } from '@openspot/contract/spots.ts'
import { getMe } from '@openspot/contract/users.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { BookScreen } from '@/features/booking/book-screen.tsx'
import { SignInToBook } from '@/features/booking/sign-in-to-book.tsx'
import { readWhen } from '@/features/search/search-query.ts'
import { nowIso } from '@/lib/clock.ts'
import { askFor } from '@/lib/server-api.ts'
import { StatusPage } from '@/ui/status-page.tsx'
import { words } from '@/words/index.ts'

interface Found {
  now: string
  lot: PublicLot
  spot: Spot
  offer: Offer | null
  order: { spot_id: string; starts_at: string; ends_at: string }
  path: string
  signed_in: boolean
}
type Props = Found | { now: string; status: number }

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, query, req, res }) => {
  const now = nowIso()
  const { headers } = req
  const public_id = String(params?.public_id)
  const spot_id = typeof query.spot_id === 'string' ? query.spot_id : ''
  const stay = readWhen(query, now)
  const [lot, spot, me] = await Promise.all([
    askFor(headers, getPublicLot, { params: { public_id }, query: stay }),
    askFor(headers, getSpot, { params: { spot_id } }),
    askFor(headers, getMe, {}),
  ])
  if (!lot.ok) {
    res.statusCode = lot.status >= 500 ? 500 : 404
    return { props: { now, status: res.statusCode } }
  }
  if (!spot.ok || spot.data.lot_id !== lot.data.lot.id) {
    return { redirect: { destination: `/l/${public_id}?${new URLSearchParams(stay)}`, permanent: false } }
  }
  const order = { spot_id, ...stay }
  const path = `/book/${public_id}?${new URLSearchParams(order)}`
  const { lot: found, offer } = lot.data
  return { props: { now, lot: found, offer, spot: spot.data, order, path, signed_in: me.ok } }
}

export default function Book(props: Props) {
  if (!('lot' in props)) return <StatusPage status={props.status} />
  const { lot, spot, offer, order, path, signed_in } = props
  return (
    <>
      <Head>
        <title>{`${words.booking.title} · ${words.common.product}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      {signed_in ? (
        <BookScreen key={path} lot={lot} spot={spot} offer={offer} order={order} path={path} />
      ) : (
        <SignInToBook
          lot={lot}
          spot={spot}
          offer={offer}
          stay={{ starts_at: order.starts_at, ends_at: order.ends_at }}
          path={path}
        />
      )}
    </>
  )
}
