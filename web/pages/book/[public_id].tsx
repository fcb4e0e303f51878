import { getPageHoldRoute, type PageHold } from '@openspot/contract/booking/page-holds.ts'
import type { Offer } from '@openspot/contract/booking/quotes.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { getPublicLotRoute, type PublicLot, searchLotSpotsRoute } from '@openspot/contract/lots/lots.ts'
import { getSpotRoute } from '@openspot/contract/lots/spots.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { BookScreen } from '@/features/booking/booking/book-screen.tsx'
import type { BookedSpot } from '@/features/booking/booking/book-summary.tsx'
import { type BookingOrder, bookPath } from '@/features/booking/booking/order.ts'
import { GuestForm } from '@/features/identity/auth/guest-form.tsx'
import { SignInForm } from '@/features/identity/auth/sign-in-form.tsx'
import { nowIso } from '@/lib/clock.ts'
import type { GuestEntry } from '@/lib/guest-entry.ts'
import { fetchForPage } from '@/lib/server-api.ts'
import { lowestPrice, readPreferences } from '@/lib/spot-preferences.ts'
import { useCounted } from '@/lib/usage/count.ts'
import { one, readPastWhen, readWhen, type When, whenInput, whenParams } from '@/lib/when.ts'
import { StatusPage } from '@/ui/shell/status-page.tsx'

interface Found {
  now: string
  lot: PublicLot
  /** Null means any spot. */
  spot: BookedSpot | null
  offer: Offer | null
  order: BookingOrder
  path: string
  first_hold: PageHold | null
  /** The times of the link, if they have passed and are not booked. */
  past_times: When | null
  signed_in: boolean
}
type Props = Found | { now: string; status: number }

export const getServerSideProps: GetServerSideProps<Props> = async ({ params, query, req, res }) => {
  const now = nowIso()
  const { headers } = req
  const public_id = String(params?.public_id)
  const spot_id = one(query.spot_id) || null
  const times = readWhen(query, now)
  const [lot, spot, me] = await Promise.all([
    fetchForPage(headers, getPublicLotRoute, { params: { public_id }, query: whenInput(times) }),
    spot_id === null ? null : fetchForPage(headers, getSpotRoute, { params: { spot_id } }),
    fetchForPage(headers, getMeRoute, {}),
  ])
  if (!lot.ok) {
    res.statusCode = lot.status >= 500 ? 500 : 404
    return { props: { now, status: res.statusCode } }
  }
  const { lot: found } = lot.data
  // Its page says that it is private and how to join.
  if (lot.data.is_members_only) return { redirect: { destination: `/l/${public_id}`, permanent: false } }
  if (spot && !(spot.ok && spot.data.lot_id === found.id)) {
    const destination = `/l/${public_id}?${new URLSearchParams(whenParams(times))}`
    return { redirect: { destination, permanent: false } }
  }
  const order = { lot_id: found.id, spot_id, preferences: readPreferences(query), ...times }
  const path = bookPath(public_id, order)
  // A guest who comes back sees what they hold, which others, and so the prices below, see as taken.
  const held =
    me.ok || !/openspot-visitor=/.test(headers.cookie ?? '')
      ? null
      : await fetchForPage(headers, getPageHoldRoute, { params: { lot_id: found.id } })
  const first_hold = held?.ok && held.data.hold && isHoldOf(held.data.hold, order) ? held.data.hold : null
  // An anonymous visitor cannot get a quote yet, so the price of such a spot is shown.
  const spots =
    me.ok || (spot_id === null && lot.data.free_spots === 0)
      ? null
      : await fetchForPage(headers, searchLotSpotsRoute, { query: { lot_id: found.id, ...whenInput(times) } })
  const price = spots?.ok
    ? spot_id === null
      ? lowestPrice(spots.data.items, order.preferences)
      : (spots.data.items.find(({ id }) => id === spot_id)?.price ?? null)
    : null
  const offer = price ? { price, refusal: null } : lot.data.offer
  return {
    props: {
      now,
      lot: found,
      offer,
      spot: spot?.ok ? spot.data : null,
      order,
      path,
      first_hold,
      past_times: readPastWhen(query, now),
      signed_in: me.ok,
    },
  }
}

export default function Book(props: Props) {
  const t = useTranslations()
  if (!('lot' in props)) return <StatusPage status={props.status} />
  return (
    <>
      <Head>
        <title>{`${t('booking.title')} · ${t('common.product')}`}</title>
        <meta name="robots" content="noindex" />
      </Head>
      <Checkout key={props.path} {...props} />
    </>
  )
}

const isHoldOf = (hold: PageHold, { spot_id, starts_at, ends_at }: BookingOrder): boolean =>
  (spot_id === null || spot_id === hold.spot.id) &&
  minutesOf(hold.starts_at) === minutesOf(starts_at) &&
  (hold.ends_at && ends_at
    ? minutesOf(hold.ends_at) === minutesOf(ends_at)
    : hold.ends_at === (ends_at ?? null))

function Checkout({ lot, spot, offer, order, path, first_hold, past_times, signed_in }: Found) {
  const [isKnown, setIsKnown] = useState(signed_in)
  useCounted('checkout_view', path, {
    lot_id: lot.id,
    is_signed_in: signed_in,
    by_spot: order.spot_id !== null,
  })
  const entry = useRef<GuestEntry>(null)
  return (
    <BookScreen
      lot={lot}
      spot={spot}
      offer={offer}
      order={order}
      path={path}
      first_hold={first_hold}
      past_times={past_times}
      visitor={
        isKnown
          ? null
          : {
              Guest: GuestForm,
              onEntered: () => setIsKnown(true),
              entry,
              signIn: <SignInForm next={path} />,
            }
      }
    />
  )
}
