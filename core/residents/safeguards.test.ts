import { expect, test } from 'vitest'
import { missingResident, refusesRun } from './safeguards.ts'

const run = { active_residents: 50, ends: 0, rows: 60, is_complete: true }

test.each([
  [{}, null],
  [{ rows: 0 }, 'EMPTY_PULL'],
  [{ rows: 0, active_residents: 0 }, null],
  [{ rows: 0, is_complete: false }, null],
  [{ ends: 10 }, null],
  [{ ends: 11 }, 'TOO_MANY_REMOVALS'],
  [{ ends: 11, is_complete: false }, 'TOO_MANY_REMOVALS'],
  [{ ends: 5, active_residents: 5 }, null],
  [{ ends: 6, active_residents: 6 }, 'TOO_MANY_REMOVALS'],
])('a run with %j is refused as %j', (changed, refusal) => {
  expect(refusesRun({ ...run, ...changed })).toBe(refusal)
})

const missing = { missed_pulls: 2, access_until: '2026-11-24', today: '2026-11-25', is_complete: true }

test.each([
  [{}, 'END'],
  [{ missed_pulls: 1 }, 'KEEP'],
  [{ access_until: '2026-11-25' }, 'REVIEW'],
  [{ access_until: null }, 'REVIEW'],
  [{ is_complete: false }, 'KEEP'],
])('a missing resident with %j: %s', (changed, action) => {
  expect(missingResident({ ...missing, ...changed })).toBe(action)
})
