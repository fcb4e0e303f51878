'use client'
import type { Offer } from '@openspot/contract/booking/quotes.ts'
import type {
  Checkout,
  VehicleElsewhere as Elsewhere,
  Reservation,
} from '@openspot/contract/booking/reservations.ts'
import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/router'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import type { When } from '@/lib/when.ts'
import { PastTimesNote } from '@/ui/checkout/past-times-note.tsx'
import { RefusalNote } from '@/ui/checkout/refusal-note.tsx'
import { WaitForSpot } from '@/ui/checkout/wait-for-spot.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import type { Ending } from './book-ending.ts'
import { EndingNote } from './endings.tsx'
import { type BookingOrder, backPath } from './order.ts'

// Most drivers have no other reservation at that time.
const AlreadyBooked = dynamic(() => import('./already-booked.tsx').then((one) => one.AlreadyBooked))
const VehicleElsewhere = dynamic(() =>
  import('@/ui/checkout/vehicle-elsewhere.tsx').then((one) => one.VehicleElsewhere),
)

/** What the driver should know before they pay: times that passed, a refusal, how an attempt ended, a hold, and a booking that exists. */
export function BookNotes({
  lot,
  order,
  path,
  past_times,
  refusal,
  ending,
  checkout,
  held,
  booked,
  elsewhere,
  isConfirming,
  car_id,
  onAgain,
  onAnother,
  onElsewhere,
}: {
  lot: PublicLot
  order: BookingOrder
  path: string
  /** The times of the link, if they have passed. */
  past_times: When | null
  refusal: Offer['refusal']
  ending: Ending | null
  checkout: Checkout | null
  held: Reservation | null
  booked: Reservation | null
  /** The vehicle’s reservation in another lot at this time. */
  elsewhere: Elsewhere | null
  isConfirming: boolean
  car_id: string | null
  onAgain: () => void
  onAnother: () => void
  onElsewhere: (elsewhere: Elsewhere) => void
}) {
  const t = useTranslations()
  const router = useRouter()
  const isRefused = checkout?.refuses_vehicles_elsewhere ?? false
  return (
    <>
      {past_times ? <PastTimesNote times={past_times} zone={lot.time_zone} /> : null}
      {isConfirming ? <Note tone="plain" title={t('booking.confirming')} /> : null}
      {refusal?.code === 'lot_full' ? (
        <WaitForSpot lot={lot} times={order} preferences={order.preferences} path={path} />
      ) : refusal ? (
        <RefusalNote
          refusal={refusal}
          lot={lot}
          times={order}
          onChange={(times) => void router.push(backPath(lot.public_id, { ...order, ...times }))}
        />
      ) : null}
      {ending && !refusal && !booked ? (
        <EndingNote
          ending={ending}
          lot={lot}
          order={order}
          hold_expires_at={held?.hold_expires_at ?? null}
          checkout={checkout}
          onAgain={onAgain}
        />
      ) : null}
      {booked ? <AlreadyBooked reservation={booked} car_id={car_id} onAnother={onAnother} /> : null}
      {elsewhere ? (
        <VehicleElsewhere
          elsewhere={elsewhere}
          text={isRefused ? t('booking.elsewhereRefused') : t('booking.elsewhereText')}
          both={t('booking.elsewhereBoth')}
          isRefused={isRefused}
          onBoth={() => onElsewhere(elsewhere)}
        />
      ) : null}
      {held?.hold_expires_at && !ending && !isConfirming ? (
        <Note title={t('booking.heldTitle')}>
          <p>
            {t.rich('booking.heldText', {
              time: tag(<Moment at={held.hold_expires_at} zone={lot.time_zone} clock />),
            })}
          </p>
        </Note>
      ) : null}
    </>
  )
}
