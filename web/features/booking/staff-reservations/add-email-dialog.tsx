'use client'
import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import type { CallError } from '@openspot/contract/call.ts'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath } from '@/lib/paths.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { staffReservationErrors } from '@/lib/use-staff-act.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { missingText } from '@/ui/missing-text.ts'
import { ReasonField } from '@/ui/reason-field.tsx'

/**
 * Makes a reservation that awaits its driver again for an email address. Another address may be another person, so the address of the
 * first one is not changed.
 */
export function AddEmailDialog({
  reservation,
  lot,
  onClose,
}: {
  reservation: Reservation
  lot: ConsoleLot
  onClose: () => void
}) {
  const t = useTranslations()
  const router = useRouter()
  const [email, setEmail] = useState('')
  const [reason, setReason] = useState(reservation.override_reason ?? '')
  const again = useApiMutation(createByStaffRoute, { client: 'admin', refresh: staffReservationErrors })
  const keyFor = useAttemptKey()
  const at = fieldOf(again.error)
  const errorAt = (field: string) => (at?.field === field ? at.message : null)
  const isAtField = at?.field === 'person.email' || at?.field === 'override_reason'
  // A rule that has changed meanwhile needs a reason to be overridden.
  const needsReason = errorAt('override_reason') !== null
  const price_cents = reservation.total_cents ?? 0
  const send = () => {
    const { spot_id, starts_at, ends_at, driver } = reservation
    const person = {
      email: email.trim(),
      ...(driver?.first_name ? { first_name: driver.first_name } : {}),
      ...(driver?.last_name ? { last_name: driver.last_name } : {}),
    }
    const body = {
      spot_id,
      starts_at,
      ends_at,
      person,
      payment_kind: price_cents === 0 ? ('NONE' as const) : ('STRIPE' as const),
      price_cents,
      replaces_reservation_id: reservation.id,
      ...(reason.trim() === '' ? {} : { override_reason: reason.trim() }),
    }
    // The first reservation is canceled by then, and this dialog may be gone with what belongs to it.
    again.mutateAsync({ body, idempotency_key: keyFor(JSON.stringify(body)) }).then(
      ({ id }) => {
        notifications.show({ message: t('staffReservations.awaiting.emailDone', { email: person.email }) })
        onClose()
        router.push(reservationPath(lot.id, id))
      },
      (error: CallError) => void withNewKey(error, keyFor),
    )
  }
  const why = missingText(t, [[t('staffReservations.awaiting.email'), email.includes('@')]])
  return (
    <ActDialog
      title={t('staffReservations.awaiting.emailTitle')}
      text={t('staffReservations.awaiting.emailText')}
      fault={isAtField ? null : (again.error?.message ?? null)}
      go={t('staffReservations.awaiting.emailGo')}
      isBusy={again.isPending}
      isReady={why === null}
      why={why}
      onGo={send}
      onClose={onClose}
    >
      <TextInput
        label={t('staffReservations.awaiting.email')}
        type="email"
        size="md"
        autoComplete="off"
        maxLength={254}
        data-autofocus
        value={email}
        error={errorAt('person.email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      {needsReason ? (
        <ReasonField
          label={t('staffReservations.reason')}
          description={t('staffReservations.reasonText')}
          reason={reason}
          error={errorAt('override_reason')}
          onChange={setReason}
        />
      ) : null}
    </ActDialog>
  )
}
