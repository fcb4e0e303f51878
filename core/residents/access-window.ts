import { addDays } from './clean-date.ts'
import type { ResidentRecord, ResidentRules } from './decision.ts'

type Lease = Pick<
  ResidentRecord,
  'status' | 'lease_starts_on' | 'lease_ends_on' | 'moves_in_on' | 'moves_out_on' | 'is_month_to_month'
>

/** Whether the person lives there now, as far as the status says. */
export const isLivingThere = ({ status }: Pick<ResidentRecord, 'status'>): boolean =>
  status === 'CURRENT' || status === 'NOTICE'

/**
 * Returns the first and the last day of access. A lease that ended while the person still lives there is open, because
 * it continues from month to month.
 */
export function accessWindow(
  lease: Lease,
  rules: Pick<ResidentRules, 'today' | 'early_in_days' | 'late_out_days'>,
): Pick<ResidentRecord, 'access_from' | 'access_until'> {
  const starts_on = lease.moves_in_on ?? lease.lease_starts_on
  const has_outlived =
    lease.lease_ends_on !== null && lease.lease_ends_on < rules.today && isLivingThere(lease)
  const ends_on = lease.moves_out_on ?? (lease.is_month_to_month || has_outlived ? null : lease.lease_ends_on)
  return {
    access_from: starts_on === null ? null : addDays(starts_on, -rules.early_in_days),
    access_until: ends_on === null ? null : addDays(ends_on, rules.late_out_days),
  }
}
