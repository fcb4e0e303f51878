import type { Rules } from '@openspot/contract/booking/rule-sets.ts'
import type { FineTerms } from '@openspot/core/fines/terms.ts'
import { localDate, localWeekday } from '@openspot/core/time/zone.ts'
import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { momentOf } from './bills.ts'
import { type TownLot, zone } from './lots.ts'
import type { Person } from './people.ts'
import type { Random } from './random.ts'
import type { Times } from './span.ts'

const generous: Rules = {
  max_short_reservations: 6,
  max_long_reservations: 3,
  min_duration_minutes: null,
  max_duration_minutes: null,
  max_ahead_days: 365,
  max_hours: null,
  spot_types: null,
  zone_ids: null,
  nth_spot_prices: [{ nth: 3, percent_bps: -500 }],
}
const forResidents: Rules = {
  ...generous,
  max_short_reservations: 2,
  max_hours: { hours: 60, per: 'WEEK' },
  nth_spot_prices: [],
}

const fines: FineTerms = {
  within_days: 90,
  reasons: [
    { reason: 'NO_RIGHT_TO_PARK', warnings: 1, amounts_cents: [4000, 6000, 9000] },
    { reason: 'OVERSTAY', warnings: 1, amounts_cents: [2500] },
    { reason: 'WRONG_SPOT', warnings: 0, amounts_cents: [5000] },
    { reason: 'BLOCKING', warnings: 0, amounts_cents: [8000] },
  ],
}

interface TermRows {
  calendar_prices: Insertable<DB['calendar_prices']>[]
  rule_sets: Insertable<DB['rule_sets']>[]
  rule_set_versions: Insertable<DB['rule_set_versions']>[]
}

/**
 * What staff have set for the future: higher evening prices, and rules. None of it applies to the past, which was
 * priced without.
 */
export function termRows(
  random: Random,
  lots: readonly TownLot[],
  admins: ReadonlyMap<string, Person>,
  times: Times,
): TermRows {
  const rows: TermRows = { calendar_prices: [], rule_sets: [], rule_set_versions: [] }
  const created_at = momentOf(times.at(-20, 600))
  const [starts, ends] = [times.at(35, 17 * 60), times.at(35, 23 * 60 + 30)]
  for (const { row, plan } of lots) {
    const admin = admins.get(row.id)
    if (plan.is_private || row.hour_cents === null || !admin) continue
    rows.calendar_prices.push({
      id: random.id(),
      lot_id: row.id,
      name: 'Game night',
      starts_at: momentOf(starts),
      ends_at: momentOf(ends),
      repeat_frequency: 'WEEKLY',
      weekdays: [localWeekday(zone, starts)],
      until_on: localDate(zone, times.at(120)),
      percent_bps: 2500,
      is_published: true,
      created_by_user_id: admin.id,
      created_at,
      changed_at: created_at,
    })
    for (const [name, rules] of [
      ['Everybody', generous],
      ['Residents', forResidents],
    ] as const) {
      const id = random.id()
      rows.rule_sets.push({ id, lot_id: row.id, name, is_default: rules === generous, created_at })
      rows.rule_set_versions.push({
        rule_set_id: id,
        lot_id: row.id,
        version: 1,
        // As a value rather than a string, because the rows are parsed from JSON as a whole.
        rules: JSON.parse(JSON.stringify(rules)),
        fine_terms: rules === generous ? JSON.parse(JSON.stringify(fines)) : null,
        created_by_user_id: admin.id,
        created_at,
      })
    }
  }
  return rows
}
