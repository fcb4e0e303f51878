import { decide } from '../residents/decide.ts'
import type { Decision, ResidentRules } from '../residents/decision.ts'
import type { VendorRow } from '../residents/vendor-row.ts'
import { evaluateAll } from './evaluate-all.ts'
import { rowToDecide, rules, store, type TestLot } from './residents.ts'

export const emptyLot: TestLot = { residents: [], accounts: [] }

/** Imports rows into a lot one after another, in an order that does not depend on theirs. Decisions are in that order. */
export function importRows(
  rows: readonly VendorRow[],
  into: TestLot = emptyLot,
  changed: Partial<ResidentRules> = {},
): { decisions: Decision[]; lot: TestLot } {
  const all = { ...rules, ...changed }
  const key = (value: unknown) => JSON.stringify(value)
  const evaluated = evaluateAll(rows, all).toSorted((a, b) =>
    a.record.person_id === b.record.person_id
      ? Number(key(a) > key(b)) - Number(key(a) < key(b))
      : Number(a.record.person_id > b.record.person_id) - Number(a.record.person_id < b.record.person_id),
  )
  let lot = into
  const decisions = evaluated.map((each) => {
    const made = decide(rowToDecide(each, lot, evaluated), all)
    lot = store(made, lot)
    return made
  })
  return { decisions, lot }
}
