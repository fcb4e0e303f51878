'use client'
import { Button, Modal } from '@mantine/core'
import { updateReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { listMyCarsRoute } from '@openspot/contract/people/cars.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { reservationErrors } from '@/lib/reservation-errors.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { CarChoice } from '@/ui/car/car-choice.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import css from './changes.module.css'

/** Changes the vehicle of a reservation. */
export function CarDialog({
  reservation,
  opened,
  onClose,
}: {
  reservation: Reservation
  opened: boolean
  onClose: () => void
}) {
  const t = useTranslations()
  const cars = useApiQuery(listMyCarsRoute, {}, { enabled: opened })
  const save = useApiMutation(updateReservationRoute, { refresh: reservationErrors })
  const [picked, setPicked] = useState<string | null>(null)
  const chosen = picked ?? reservation.car?.id ?? null
  return (
    <Modal opened={opened} onClose={onClose} title={t('change.carTitle')}>
      <div className={css.dialog}>
        {save.error ? <Note tone="bad" title={save.error.message} /> : null}
        {cars.data ? (
          <CarChoice
            cars={cars.data.items}
            chosen={chosen}
            ends_at={reservation.ends_at}
            onChoose={setPicked}
          />
        ) : cars.isError ? (
          <ErrorState error={cars.error} onRetry={() => cars.refetch()} />
        ) : (
          <ListSkeleton rows={2} />
        )}
        <div className={css.buttons}>
          <GatedButton
            loading={save.isPending}
            why={
              chosen === null
                ? t('common.why.choose')
                : chosen === reservation.car?.id
                  ? t('common.why.unchanged')
                  : null
            }
            onClick={() =>
              save.mutate(
                { params: { reservation_id: reservation.id }, body: { car_id: chosen } },
                { onSuccess: onClose },
              )
            }
          >
            {t('change.doFree')}
          </GatedButton>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
