'use client'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import {
  listDeletedSpotsRoute,
  previewSpotRemovalRoute,
  restoreSpotsRoute,
  type SpotRemoval,
} from '@openspot/contract/lots/lot-spots.ts'
import { deleteSpotRoute, type StaffSpot } from '@openspot/contract/lots/spots.ts'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import css from '@/features/lots/spots/spots.module.css'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath } from '@/lib/paths.ts'
import { seenName } from '@/lib/seen-name.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { useUndo } from '@/ui/undo/use-undo.tsx'

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
  const t = useTranslations()
  const router = useRouter()
  const params = { spot_id: spot.id }
  const answer = useApiQuery(previewSpotRemovalRoute, { params }, { client: 'admin' })
  const send = useApiMutation(deleteSpotRoute, {
    client: 'admin',
    refresh: [listDeletedSpotsRoute, listMonitorSpotsRoute],
  })
  const restore = useApiMutation(restoreSpotsRoute, {
    client: 'admin',
    refresh: [listDeletedSpotsRoute, listMonitorSpotsRoute],
  })
  const { done } = useUndo()
  const go = () =>
    send.mutate(
      { params },
      {
        onSuccess: () => {
          done(t('lotSpots.remove.done', { label: spot.label }), () =>
            restore.mutateAsync({ params: { lot_id: lot.id }, body: { spot_ids: [spot.id] } }),
          )
          router.push(`/lots/${lot.id}/spots`)
        },
        onError: () => void answer.refetch(),
      },
    )
  return (
    <ActDialog
      title={t('lotSpots.remove.title', { label: spot.label })}
      text={t('lotSpots.remove.text')}
      fault={send.error?.message ?? null}
      go={t('lotSpots.remove.go')}
      no={t('lotSpots.remove.keep')}
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
  const t = useTranslations()
  const {
    reservations,
    reservation_count,
    availability_rule_count,
    is_assigned,
    assigned_to,
    upcoming_assignment_count,
    past_reservation_count,
  } = removal
  return (
    <>
      {reservation_count > 0 ? (
        <Note title={t('lotSpots.remove.stays', { count: reservation_count })}>
          <ul className={css.list}>
            {reservations.map((reservation) => (
              <li key={reservation.reservation_id}>
                <Link href={reservationPath(lot.id, reservation.reservation_id)}>
                  {seenName(t, reservation.name)}
                </Link>{' '}
                <Moment at={reservation.starts_at} zone={lot.time_zone} />
              </li>
            ))}
            {reservation_count > reservations.length ? (
              <li>{t('lotSpots.remove.more', { count: reservation_count - reservations.length })}</li>
            ) : null}
          </ul>
        </Note>
      ) : null}
      <ul className={css.list}>
        {is_assigned ? <li>{t('lotSpots.remove.holder', { name: seenName(t, assigned_to) })}</li> : null}
        {upcoming_assignment_count > 0 ? (
          <li>{t('lotSpots.remove.upcoming', { count: upcoming_assignment_count })}</li>
        ) : null}
        {availability_rule_count > 0 ? (
          <li>{t('lotSpots.remove.availabilityRules', { count: availability_rule_count })}</li>
        ) : null}
        {past_reservation_count > 0 ? (
          <li>{t('lotSpots.remove.past', { count: past_reservation_count })}</li>
        ) : null}
      </ul>
    </>
  )
}
