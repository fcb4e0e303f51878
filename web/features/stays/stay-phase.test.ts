import { expect, test } from 'vitest'
import { phaseOf } from './stay-phase.ts'

const now = '2026-11-21T13:10:00.000Z'
const stay = (
  status: 'ACTIVE' | 'CHECKOUT' | 'PENDING' | 'CANCELED',
  starts_at: string,
  ends_at: string | null,
) => ({
  status,
  starts_at,
  ends_at,
})

test('A stay is ahead, running and over at the right moments', () => {
  expect(phaseOf(stay('ACTIVE', '2026-11-21T13:11:00Z', '2026-11-21T14:00:00Z'), now)).toBe('ahead')
  expect(phaseOf(stay('ACTIVE', '2026-11-21T13:10:00Z', '2026-11-21T14:00:00Z'), now)).toBe('running')
  expect(phaseOf(stay('ACTIVE', '2026-11-21T12:00:00Z', '2026-11-21T13:10:00Z'), now)).toBe('over')
  expect(phaseOf(stay('ACTIVE', '2026-11-01T12:00:00Z', null), now)).toBe('running')
})

test('An unpaid one and one to be accepted are held, a cancelled one is over', () => {
  expect(phaseOf(stay('PENDING', '2026-11-22T12:00:00Z', '2026-11-22T13:00:00Z'), now)).toBe('held')
  expect(phaseOf(stay('CHECKOUT', '2026-11-22T12:00:00Z', '2026-11-22T13:00:00Z'), now)).toBe('held')
  expect(phaseOf(stay('CANCELED', '2026-11-22T12:00:00Z', '2026-11-22T13:00:00Z'), now)).toBe('over')
})
