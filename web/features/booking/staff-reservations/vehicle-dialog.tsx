'use client'
import { TextInput } from '@mantine/core'
import { changeCarByStaffRoute } from '@openspot/contract/booking/staff-changes.ts'
import { listLotCarsRoute } from '@openspot/contract/people/cars.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { carLook } from '@/lib/car-look.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { PlateRegionField } from '@/ui/car/plate-region-field.tsx'
import { Choice } from '@/ui/choice.tsx'
import { Plate } from '@/ui/plate.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import type { ActionProps } from './reservation-actions.tsx'

const OTHER = 'other'
const NONE = 'none'

/** Changes the vehicle of a reservation: one that the driver has in this lot, a typed plate, or none. */
export function VehicleDialog({ reservation, lot, onClose, onDone }: ActionProps) {
  const t = useTranslations()
  const cars = useApiQuery(
    listLotCarsRoute,
    { params: { lot_id: lot.id }, query: { user_id: reservation.user_id, limit: 40 } },
    { client: 'admin' },
  )
  const known = (cars.data?.items ?? []).filter(({ id }) => id !== reservation.car?.id)
  const [picked, setPicked] = useState<string | null>(null)
  const [plate, setPlate] = useState('')
  const [region, setRegion] = useState(reservation.car?.region ?? '')
  const [reason, setReason] = useState('')
  const { act, isBusy, errorAt, errorBeside } = useStaffAct(changeCarByStaffRoute)
  const chosen = picked ?? (known.length === 0 ? OTHER : null)
  const recorded = known.find(({ id, is_recorded_by_staff }) => id === chosen && is_recorded_by_staff)
  const save = () => {
    const vehicle =
      chosen === OTHER
        ? { plate: plate.trim(), region }
        : recorded
          ? { plate: recorded.plate, region: recorded.region }
          : { car_id: chosen === NONE ? null : chosen }
    const body = {
      version: reservation.version,
      ...vehicle,
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    }
    act({ params: { reservation_id: reservation.id }, body }, () => onDone(t('staffReservations.car.done')))
  }
  const options = [
    ...known.map((car) => ({
      value: car.id,
      content: <Plate plate={car.plate} region={car.region || null} />,
      aside: carLook(car),
    })),
    { value: OTHER, content: t('staffReservations.car.other') },
    ...(reservation.car ? [{ value: NONE, content: t('staffReservations.car.none') }] : []),
  ]
  return (
    <ActDialog
      title={t('staffReservations.stay.actionWords.car')}
      text={t('staffReservations.car.text')}
      fault={errorBeside('plate', 'region', 'reason')}
      go={t('staffReservations.car.go')}
      isBusy={isBusy}
      isReady={chosen !== null && (chosen !== OTHER || plate.trim() !== '')}
      onGo={save}
      onClose={onClose}
    >
      {cars.data ? (
        <Choice
          name="vehicle"
          legend={t('staffReservations.car.choose')}
          value={chosen}
          onChange={setPicked}
          options={options}
        />
      ) : cars.isError ? (
        <ErrorState error={cars.error} onRetry={() => cars.refetch()} />
      ) : (
        <ListSkeleton rows={2} />
      )}
      {cars.data && chosen === OTHER ? (
        <>
          <TextInput
            name="plate"
            label={t('cars.plate')}
            description={t('staffReservations.car.otherText')}
            size="md"
            maxLength={20}
            autoComplete="off"
            autoCapitalize="characters"
            value={plate}
            error={errorAt('plate')}
            onChange={(event) => setPlate(event.currentTarget.value)}
          />
          <PlateRegionField
            country={lot.country}
            value={region}
            error={errorAt('region')}
            onChange={setRegion}
          />
        </>
      ) : null}
      <ReasonField
        label={t('staffReservations.reasonOptional')}
        description={t('staffReservations.reasonText')}
        reason={reason}
        error={errorAt('reason')}
        onChange={setReason}
        isOptional
      />
    </ActDialog>
  )
}
