import { expect, test } from 'vitest'
import type { Outcome } from './outcomes.ts'
import { shortenOutcomes } from './shorten.ts'

const other = (property: string): Outcome => ({
  property,
  outcome: 'ignored',
  reason: { code: 'no_place' },
})
const taken: Outcome = { property: 'capacity', outcome: 'taken', reason: null }

test('properties with no place beyond the most are counted, and those that have one are all listed', () => {
  const outcomes = [other('a'), other('b'), other('c'), other('d'), taken]
  expect(shortenOutcomes(outcomes, 5)).toEqual(outcomes)
  expect(shortenOutcomes(outcomes, 4)).toEqual([
    taken,
    other('a'),
    other('b'),
    { property: { own: 'feature' }, outcome: 'ignored', reason: { code: 'not_listed', count: 2 } },
  ])
})

test('names and values of a file are cut to 200 characters', () => {
  const [name, value] = ['n'.repeat(300), 'v'.repeat(201)]
  const outcome: Outcome = {
    property: name,
    outcome: 'refused',
    reason: { code: 'other_amenity', amenity: value },
  }
  expect(shortenOutcomes([outcome], 5)).toEqual([
    {
      ...outcome,
      property: `${'n'.repeat(199)}…`,
      reason: { code: 'other_amenity', amenity: `${'v'.repeat(199)}…` },
    },
  ])
})
