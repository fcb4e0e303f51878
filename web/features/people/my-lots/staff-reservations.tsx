'use client'
import { Switch } from '@mantine/core'
import { listMyMembershipsRoute, type Membership } from '@openspot/contract/identity/users.ts'
import { allowStaffReservationsRoute } from '@openspot/contract/people/memberships.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { words } from '@/words/index.ts'

/** A member's consent to free reservations made by the staff of one lot; off by default. */
export function StaffReservations({ membership }: { membership: Membership }) {
  const send = useApiMutation(allowStaffReservationsRoute, { refresh: [listMyMembershipsRoute] })
  const { lot_id, lot_name, allows_staff_reservations } = membership
  return (
    <Switch
      label={words.myLots.staffReserve}
      aria-label={`${words.myLots.staffReserve}: ${lot_name}`}
      description={words.myLots.staffReserveText}
      checked={send.isPending ? send.variables.body.is_allowed : allows_staff_reservations}
      disabled={send.isPending}
      error={send.error?.message ?? null}
      onChange={(event) =>
        send.mutate({ params: { lot_id }, body: { is_allowed: event.currentTarget.checked } })
      }
    />
  )
}
