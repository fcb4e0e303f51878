import { expect, test } from 'vitest'
import { knownRole, mayMoveMembership, membershipMovesFrom, roleRank } from './states.ts'

test('an unknown membership status allows no transition', () => {
  expect(mayMoveMembership('PENDING', 'REJECTED')).toBe(true)
  expect(mayMoveMembership('ACTIVE', 'PENDING')).toBe(false)
  expect(membershipMovesFrom('UNHEARD_OF')).toEqual([])
  expect(membershipMovesFrom('constructor')).toEqual([])
})

test('roles are ranked, and an unknown role counts as MEMBER and is reported', () => {
  expect(['MEMBER', 'PATROLLER', 'ADMIN', 'SUPER_ADMIN'].map((role) => roleRank(role))).toEqual([1, 2, 3, 4])
  const unknown: string[] = []
  expect(knownRole('JANITOR', (role) => unknown.push(role))).toBe('MEMBER')
  expect(unknown).toEqual(['JANITOR'])
})
