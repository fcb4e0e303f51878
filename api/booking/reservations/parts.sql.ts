import type { ReservationPart } from '@openspot/contract/booking/reservation-parts.ts'
import { sql } from 'kysely'

const part = (of: string) =>
  sql<ReservationPart | null>`(select jsonb_build_object('id', p.id, 'spot_label', ps.label, 'starts_at', p.starts_at, 'ends_at', p.ends_at)
    from reservations p join spots ps on ps.id = p.spot_id and ps.lot_id = p.lot_id
    where p.lot_id = r.lot_id and p.user_id = r.user_id and p.status = 'ACTIVE' and ${sql.raw(of)} order by p.starts_at limit 1)`

/** The parts of the reservation `r` on other spots, before and after it. Their instants are as JSON has them. */
export const partColumns = [
  part('p.id = r.continues_id').as('continues'),
  part('p.continues_id = r.id').as('continued_by'),
] as const
