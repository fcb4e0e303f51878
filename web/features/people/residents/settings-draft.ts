import type { DataSource } from '@openspot/contract/people/data-sources.ts'
import type { LeaseStatus } from '@openspot/core/residents/enums.ts'

type Copied =
  | 'name'
  | 'contact_rule'
  | 'roommates'
  | 'requires_lease_end'
  | 'requires_move_out'
  | 'grouping'
  | 'rule_set_id'
  | 'sends_invites'
  | 'imports_vehicles'
  | 'excluded_statuses'

/** The settings as they are edited: numbers may be empty, and meanings may be unfinished. */
export type Settings = Pick<DataSource, Copied> & {
  early_in_days: number | null
  late_out_days: number | null
  sync_hours: number | null
  meanings: { key: number; status: string; meaning: LeaseStatus | '' }[]
}

/** Returns the settings of a data source for editing. `status` is one whose meaning is asked for. */
export function settingsOf(source: DataSource, status: string | null): Settings {
  const {
    name,
    contact_rule,
    roommates,
    requires_lease_end,
    requires_move_out,
    grouping,
    rule_set_id,
    sends_invites,
    imports_vehicles,
    excluded_statuses,
    early_in_days,
    late_out_days,
    sync_hours,
  } = source
  const known = Object.entries(source.status_meanings)
  const isAsked =
    status !== null && status.trim() !== '' && !known.some(([raw]) => raw === status.trim().toLowerCase())
  const meanings = [...known, ...(isAsked ? [[status.trim().slice(0, 60), ''] as const] : [])]
  return {
    name,
    contact_rule,
    roommates,
    requires_lease_end,
    requires_move_out,
    grouping,
    rule_set_id,
    sends_invites,
    imports_vehicles,
    excluded_statuses,
    early_in_days,
    late_out_days,
    sync_hours,
    meanings: meanings.map(([raw, meaning], key) => ({ key, status: raw, meaning })),
  }
}

/** Returns what is saved. An empty number stays as it was, and an unfinished meaning is left out. */
export function settingsBody({ meanings, ...draft }: Settings, before: DataSource) {
  return {
    ...draft,
    early_in_days: draft.early_in_days ?? before.early_in_days,
    late_out_days: draft.late_out_days ?? before.late_out_days,
    sync_hours: draft.sync_hours ?? before.sync_hours,
    status_meanings: Object.fromEntries(
      meanings.flatMap(({ status, meaning }) =>
        status.trim() === '' || meaning === '' ? [] : [[status.trim(), meaning] as const],
      ),
    ),
  }
}
