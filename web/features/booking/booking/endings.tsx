'use client'
import { Button } from '@mantine/core'
import type { Checkout } from '@openspot/contract/booking/reservations.ts'
import { type PublicLot, searchLotSpotsRoute } from '@openspot/contract/lots/lots.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { whenInput, whenParams } from '@/lib/when.ts'
import { PayEndingNote } from '@/ui/checkout/pay-ending-note.tsx'
import { moneyText } from '@/ui/money.tsx'
import { Note } from '@/ui/states.tsx'
import type { Ending } from './book-ending.ts'
import css from './booking.module.css'
import { type BookingOrder, bookPath } from './order.ts'

/** Explains a failed booking: what happened, what was not done, and what to do. */
export function EndingNote({
  ending,
  lot,
  order,
  hold_expires_at,
  checkout,
  onAgain,
}: {
  ending: Ending
  lot: PublicLot
  order: BookingOrder
  hold_expires_at: string | null
  checkout: Checkout | null
  onAgain: () => void
}) {
  const t = useTranslations()
  if (ending.kind === 'taken') return <Taken lot={lot} order={order} />
  if (ending.kind !== 'price_changed') {
    return (
      <PayEndingNote
        ending={ending}
        zone={lot.time_zone}
        hold_expires_at={hold_expires_at}
        onAgain={onAgain}
      />
    )
  }
  const price = checkout?.price
  const changed = price && price.total_cents !== ending.before_cents
  const title = changed
    ? t('booking.changedTitle', {
        before: moneyText(t, ending.before_cents, price.currency),
        after: moneyText(t, price.total_cents, price.currency),
      })
    : t('booking.changedSame')
  return (
    <Note title={title}>
      <p>{t('booking.changedText')}</p>
    </Note>
  )
}

/** The spot is taken; offers the other free spots. */
function Taken({ lot, order }: { lot: PublicLot; order: BookingOrder }) {
  const t = useTranslations()
  const spots = useApiQuery(searchLotSpotsRoute, { query: { lot_id: lot.id, ...whenInput(order) } })
  const free = (spots.data?.items ?? [])
    .filter((spot) => spot.is_free && spot.id !== order.spot_id)
    .slice(0, 6)
  const nearby = new URLSearchParams({
    lat: String(lot.lat),
    lng: String(lot.lng),
    place: lot.name,
    ...whenParams(order),
  })
  return (
    <Note title={t('booking.takenTitle')}>
      <p>{spots.data && free.length === 0 ? t('booking.takenNone') : t('booking.takenText')}</p>
      <div className={css.noteAction}>
        {free.map((spot) => (
          <Button
            key={spot.id}
            component={Link}
            variant="default"
            href={bookPath(lot.public_id, { ...order, spot_id: spot.id })}
          >
            {t('booking.spot', { label: spot.label })}
          </Button>
        ))}
        {spots.data && free.length === 0 ? (
          <Button component={Link} variant="default" href={`/?${nearby}`}>
            {t('booking.otherLots')}
          </Button>
        ) : null}
      </div>
    </Note>
  )
}
