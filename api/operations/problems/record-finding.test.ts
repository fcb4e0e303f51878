import {
  createProblemRoute,
  getProblemRoute,
  setProblemFindingRoute,
} from '@openspot/contract/operations/problems.ts'
import type { ProblemFinding } from '@openspot/core/problems/enums.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, type Person } from '../../testing/factories/people.ts'

let api: TestApi
let one: Person
let other: Person
let problem_id: string

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  const { lot_id } = await aLot(api, {}, 1)
  one = await aMember(api, lot_id, 'PATROLLER')
  other = await aMember(api, lot_id, 'PATROLLER')
  const body = { kind: 'OTHER', text: 'A lamp is broken.' } as const
  const report = { params: { lot_id }, body, idempotency_key: secretWord(api.ports) }
  problem_id = (await api.call(createProblemRoute, report, one.token)).id
})

interface Found {
  finding: ProblemFinding
  note?: string
  seen_finding?: ProblemFinding | null
}
const found = (by: Person, body: Found) =>
  api.call(setProblemFindingRoute, { params: { problem_id }, body }, by.token)
const refusal = (by: Person, body: Found) =>
  api.refusal(setProblemFindingRoute, { params: { problem_id }, body }, by.token)
async function recorded() {
  const { staff } = await api.call(getProblemRoute, { params: { problem_id } }, one.token)
  return [staff?.finding, staff?.finding_note]
}
async function audited(): Promise<number> {
  const { rows } = await api.deps.database.pool.query(
    `select from audit_log where action = 'problem.finding' and subject_id = $1`,
    [problem_id],
  )
  return rows.length
}

test('of two people who record different findings at once, one is recorded and the other is shown it', async () => {
  const outcomes = await Promise.allSettled([
    found(one, { finding: 'CONFIRMED', seen_finding: null }),
    found(other, { finding: 'NOT_FOUND', seen_finding: null }),
  ])
  const first = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.finding] : []))
  expect(first).toHaveLength(1)
  expect(await recorded()).toEqual([first[0], null])
  expect(await audited()).toBe(1)
  const [loser, finding] =
    first[0] === 'CONFIRMED' ? ([other, 'NOT_FOUND'] as const) : ([one, 'CONFIRMED'] as const)
  expect(await refusal(loser, { finding, seen_finding: null })).toMatchObject({
    status: 409,
    code: 'finding_changed',
    details: { finding: first[0], note: null },
  })
  await found(loser, { finding, seen_finding: first[0] ?? null })
  expect(await recorded()).toEqual([finding, null])
})

test('a finding whose answer was lost is recorded once, and one that agrees keeps the note of the first', async () => {
  await found(one, { finding: 'GONE', note: 'Left at noon.', seen_finding: null })
  await found(one, { finding: 'GONE', note: 'Left at noon.', seen_finding: null })
  expect(await audited()).toBe(1)
  await found(other, { finding: 'GONE', seen_finding: null })
  expect(await recorded()).toEqual(['GONE', 'Left at noon.'])
  expect(await audited()).toBe(2)
  expect(await refusal(other, { finding: 'GONE', note: 'A tow truck.', seen_finding: null })).toMatchObject({
    code: 'finding_changed',
    details: { finding: 'GONE', note: 'Left at noon.' },
  })
})
