import type { Evaluated, ResidentRules } from '../residents/decision.ts'
import { markDuplicates } from '../residents/duplicates.ts'
import { evaluate } from '../residents/evaluate.ts'
import { govern } from '../residents/govern.ts'
import { householdKey, newerHousehold, shareContacts } from '../residents/households.ts'
import { hasUnit } from '../residents/units.ts'
import type { VendorRow } from '../residents/vendor-row.ts'

/** Applies a function to each group of rows with the same key, and returns all rows in their order. A null key is left alone. */
function eachGroup(
  rows: readonly Evaluated[],
  keyOf: (row: Evaluated) => string | null,
  change: (group: Evaluated[]) => Evaluated[],
): Evaluated[] {
  const places = new Map<string, number[]>()
  for (const [at, row] of rows.entries()) {
    const key = keyOf(row)
    if (key === null) continue
    const group = places.get(key)
    if (group) group.push(at)
    else places.set(key, [at])
  }
  const changed = new Map<number, Evaluated>()
  for (const group of places.values()) {
    const results = change(group.flatMap((at) => rows[at] ?? []))
    for (const [index, at] of group.entries()) {
      const result = results[index]
      if (result) changed.set(at, result)
    }
  }
  return rows.map((row, at) => changed.get(at) ?? row)
}

/**
 * Evaluates all rows of a pull, by themselves and with those of the same household, unit, person, and contact. The results are in
 * the order of the rows, which has no influence on them.
 */
export function evaluateAll(rows: readonly VendorRow[], rules: ResidentRules): Evaluated[] {
  const single = rows.map((row) => evaluate(row, rules))
  const shared = eachGroup(
    single,
    ({ record }) => householdKey(record),
    (group) => shareContacts(group, rules),
  )
  const compared = eachGroup(shared, unitKey, (group) => newerHousehold(group, rules))
  const governed = eachGroup(
    compared,
    ({ record }) => record.person_id,
    (group) => govern(group, rules),
  )
  return (['email', 'phone'] as const).reduce(
    (all, shares) =>
      eachGroup(
        all,
        ({ record }) => record[shares],
        (group) => markDuplicates(group, shares),
      ),
    governed,
  )
}

const unitKey = ({ record }: Evaluated): string | null =>
  hasUnit(record)
    ? JSON.stringify([
        record.property_id,
        record.unit_id ?? [record.unit?.toLowerCase() ?? null, record.building?.toLowerCase() ?? null],
      ])
    : null
