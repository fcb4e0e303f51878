import { expect, test } from 'vitest'
import { membershipStatuses } from '../enums.ts'
import { isAtLeast, knownRole, mayMoveMembership, membershipMovesFrom, roleRank } from './states.ts'

test('membership statuses allow exactly the listed transitions', () => {
  const moves = Object.fromEntries(membershipStatuses.map((from) => [from, membershipMovesFrom(from)]))
  expect(moves).toEqual({
    ACTIVE: ['DELETED', 'REMOVED'],
    DELETED: ['ACTIVE', 'REMOVED'],
    PENDING: ['ACTIVE', 'REJECTED', 'DELETED', 'REMOVED'],
    REJECTED: ['ACTIVE', 'DELETED', 'REMOVED'],
    REMOVED: ['ACTIVE', 'DELETED'],
  })
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
  expect(isAtLeast('SUPER_ADMIN', 'ADMIN')).toBe(true)
  expect(isAtLeast('JANITOR', 'PATROLLER')).toBe(false)
})
