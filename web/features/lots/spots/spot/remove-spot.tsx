'use client'
import { notifications } from '@mantine/notifications'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { previewSpotRemovalRoute, type SpotRemoval } from '@openspot/contract/lots/lot-spots.ts'
import { deleteSpotRoute, type StaffSpot } from '@openspot/contract/lots/spots.ts'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import css from '@/features/lots/spots/spots.module.css'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath } from '@/lib/paths.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'

const say = words.lotSpots.remove

/** Removes a spot after showing what depends on it and what must be moved first. */
export function RemoveSpot({
  spot,
  lot,
  onClose,
}: {
  spot: StaffSpot
  lot: ConsoleLot
  onClose: () => void
}) {
  const router = useRouter()
  const params = { spot_id: spot.id }
  const answer = useApiQuery(previewSpotRemovalRoute, { params }, { client: 'admin' })
  const send = useApiMutation(deleteSpotRoute, { client: 'admin', refresh: [listMonitorSpotsRoute] })
  const go = () =>
    send.mutate(
      { params },
      {
        onSuccess: () => {
          notifications.show({ message: say.done(spot.label) })
          router.push(`/lots/${lot.id}/spots`)
        },
        onError: () => void answer.refetch(),
      },
    )
  return (
    <ActDialog
      title={say.title(spot.label)}
      text={say.text}
      fault={send.error?.message ?? null}
      go={say.go}
      no={say.keep}
      isBusy={send.isPending}
      isDanger
      isReady={answer.data?.reservation_count === 0}
      onGo={go}
      onClose={onClose}
    >
      <QueryState answer={answer} rows={2} />
      {answer.data ? <Consequences removal={answer.data} lot={lot} /> : null}
    </ActDialog>
  )
}

function Consequences({ removal, lot }: { removal: SpotRemoval; lot: ConsoleLot }) {
  const {
    reservations,
    reservation_count,
    availability_rule_count,
    assigned_to,
    upcoming_assignment_count,
    past_reservation_count,
  } = removal
  return (
    <>
      {reservation_count > 0 ? (
        <Note title={say.stays(reservation_count)}>
          <ul className={css.list}>
            {reservations.map((reservation) => (
              <li key={reservation.reservation_id}>
                <Link href={reservationPath(lot.id, reservation.reservation_id)}>{reservation.name}</Link>{' '}
                <Moment at={reservation.starts_at} zone={lot.time_zone} />
              </li>
            ))}
            {reservation_count > reservations.length ? (
              <li>{say.more(reservation_count - reservations.length)}</li>
            ) : null}
          </ul>
        </Note>
      ) : null}
      <ul className={css.list}>
        {assigned_to ? <li>{say.holder(assigned_to)}</li> : null}
        {upcoming_assignment_count > 0 ? <li>{say.upcoming(upcoming_assignment_count)}</li> : null}
        {availability_rule_count > 0 ? <li>{say.availabilityRules(availability_rule_count)}</li> : null}
        {past_reservation_count > 0 ? <li>{say.past(past_reservation_count)}</li> : null}
      </ul>
    </>
  )
}
