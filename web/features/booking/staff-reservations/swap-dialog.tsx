'use client'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listParkHistoryRoute } from '@openspot/contract/booking/reservations.ts'
import { replaceByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { useStaffAct } from '@/lib/use-staff-act.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { ReasonField } from '@/ui/reason-field.tsx'
import { driverName } from '@/ui/reservation/driver-name.ts'
import { reservationTimeText, useTimeFormat } from '@/ui/time.tsx'
import type { ActionProps } from './reservation-actions.tsx'

/** Swaps the spots of two upcoming reservations. */
export function SwapDialog({ reservation, lot, onClose, onDone }: ActionProps) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(lot.time_zone)
  const [other, setOther] = useState<string | null>(null)
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [q] = useDebouncedValue(typed.trim(), 300)
  const { act, isBusy, errorAt: faultAt, errorBeside: faultBeside } = useStaffAct(replaceByStaffRoute)
  const reservations = useApiQuery(
    listParkHistoryRoute,
    {
      query: {
        lot_id: lot.id,
        when: 'ahead',
        status: 'ACTIVE',
        sort: 'earliest',
        limit: 20,
        ...(q ? { q: q.slice(0, 60) } : {}),
      },
    },
    { client: 'admin', keep: true },
  )
  const others = (reservations.data?.items ?? []).filter(({ id }) => id !== reservation.id)
  const swap = () => {
    if (!other) return
    const body = { reservation_id: reservation.id, with_reservation_id: other, reason: reason.trim() }
    act({ body }, () => onDone(t('staffReservations.swap.done')))
  }
  return (
    <ActDialog
      title={t('staffReservations.swap.title')}
      text={t('staffReservations.swap.text')}
      fault={faultBeside('with_reservation_id', 'reason')}
      go={t('staffReservations.swap.go')}
      isBusy={isBusy}
      isReady={other !== null && reason.trim() !== ''}
      onGo={swap}
      onClose={onClose}
    >
      <Select
        label={t('staffReservations.swap.other')}
        size="md"
        searchable
        placeholder={t('staffReservations.search')}
        nothingFoundMessage={reservations.isPending ? t('common.loading') : t('staffReservations.swap.none')}
        // The server has already searched; a selected value stays displayed.
        filter={({ options }) => options}
        data={others.map((one) => ({
          value: one.id,
          label: [one.spot.label, driverName(t, one.driver), reservationTimeText(t, one, timeFormat)].join(
            ' · ',
          ),
        }))}
        value={other}
        error={faultAt('with_reservation_id') ?? (reservations.isError ? reservations.error.message : null)}
        onChange={setOther}
        onSearchChange={(text) => {
          // Mantine also puts the label of the selection there.
          if (!others.some((one) => text.startsWith(`${one.spot.label} · `))) setTyped(text)
        }}
      />
      <ReasonField
        label={t('staffReservations.reason')}
        description={t('staffReservations.reasonText')}
        reason={reason}
        error={faultAt('reason')}
        onChange={setReason}
      />
    </ActDialog>
  )
}
