'use client'
import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type Car,
  createLotCarRoute,
  getLotCarRoute,
  listLotCarsRoute,
  patchLotCarRoute,
} from '@openspot/contract/people/cars.ts'
import { getLotUserRoute } from '@openspot/contract/people/memberships.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { CarFields, carBody, carDraft } from './car-fields.tsx'

const refresh = [listLotCarsRoute, getLotCarRoute, getLotUserRoute]

/** Lets staff correct a vehicle, or add one for a member. */
export function LotCarDialog({
  lot,
  owner,
  car,
  onClose,
}: {
  lot: ConsoleLot
  owner: { user_id: string; name: string }
  /** Null for a new vehicle. */
  car: Car | null
  onClose: () => void
}) {
  const t = useTranslations()
  const [draft, setDraft] = useState(() => carDraft(car, lot.time_zone))
  const [reason, setReason] = useState('')
  const add = useApiMutation(createLotCarRoute, { client: 'admin', refresh })
  const correct = useApiMutation(patchLotCarRoute, { client: 'admin', refresh })
  const error = add.error ?? correct.error
  const field = fieldOf(error)
  const done = {
    onSuccess: () => {
      onClose()
      notifications.show({ message: t('lotCars.saved') })
    },
  }
  const save = () => {
    const body = {
      ...carBody(draft, lot.time_zone),
      ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    }
    if (car) correct.mutate({ params: { lot_id: lot.id, car_id: car.id }, body }, done)
    else add.mutate({ params: { lot_id: lot.id, user_id: owner.user_id }, body }, done)
  }
  return (
    <ActDialog
      title={
        car ? t('lotCars.correctTitle', { plate: car.plate }) : t('lotCars.addTitle', { name: owner.name })
      }
      text={car ? t('lotCars.correctText') : t('lotCars.addText')}
      fault={error && !field ? error.message : null}
      go={t('common.save')}
      isBusy={add.isPending || correct.isPending}
      isReady={draft.plate.trim() !== ''}
      onGo={save}
      onClose={onClose}
    >
      <CarFields draft={draft} country={lot.country} field={field} onChange={setDraft} />
      <TextInput
        name="reason"
        label={t('lotCars.reason')}
        value={reason}
        maxLength={500}
        autoComplete="off"
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ActDialog>
  )
}
