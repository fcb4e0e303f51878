'use client'
import { Switch } from '@mantine/core'
import { listMyMembershipsRoute, type Membership } from '@openspot/contract/identity/users.ts'
import { allowStaffReservationsRoute } from '@openspot/contract/people/memberships.ts'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'

/** A member's consent to free reservations made by the staff of one lot; off by default. */
export function StaffReservations({ membership }: { membership: Membership }) {
  const t = useTranslations()
  const send = useApiMutation(allowStaffReservationsRoute, { refresh: [listMyMembershipsRoute] })
  const { lot_id, lot_name, allows_staff_reservations } = membership
  return (
    <Switch
      label={t('myLots.staffReserve')}
      aria-label={`${t('myLots.staffReserve')}: ${lot_name}`}
      description={t('myLots.staffReserveText')}
      checked={send.isPending ? send.variables.body.is_allowed : allows_staff_reservations}
      disabled={send.isPending}
      error={send.error?.message ?? null}
      onChange={(event) =>
        send.mutate({ params: { lot_id }, body: { is_allowed: event.currentTarget.checked } })
      }
    />
  )
}
