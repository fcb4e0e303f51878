import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lotRoles, membershipSources, membershipStatuses } from '../enums.ts'
import { type Changer, type MembershipFacts, moveFault, reachOf, waitsFor } from './moves.ts'
import { mayMoveMembership, roleRank } from './states.ts'

const changers = fc.record({
  is_self: fc.boolean(),
  role: fc.constantFrom(null, ...lotRoles),
  is_platform_admin: fc.boolean(),
  lot_has_owner: fc.boolean(),
})
const memberships = fc.record({
  role: fc.constantFrom(...lotRoles),
  status: fc.constantFrom(...membershipStatuses),
  source: fc.constantFrom(...membershipSources),
  requested_at: fc.constantFrom(null, '2026-03-02T15:00:00.000Z'),
})
const changes = fc.record(
  {
    status: fc.constantFrom(...membershipStatuses),
    role: fc.constantFrom(...lotRoles),
    group_id: fc.constantFrom(null, 'g'),
  },
  { requiredKeys: [] },
)

test("allows only transitions of the table, no raising of one's own role, and no changes to higher ranks", () => {
  fc.assert(
    fc.property(changers, memberships, changes, (by, membership, change) => {
      if (moveFault(by, membership, change) !== null) return
      const { status = membership.status, role = membership.role } = change
      if (status !== membership.status) expect(mayMoveMembership(membership.status, status)).toBe(true)
      if (by.is_self) {
        expect(roleRank(role)).toBeLessThanOrEqual(roleRank(membership.role))
        return
      }
      const reach = reachOf(by)
      expect(reach).toBeGreaterThanOrEqual(Math.max(roleRank(role), roleRank(membership.role)))
      // Only an owner appoints or changes an owner; the platform may if there is none.
      if (role === 'SUPER_ADMIN' || membership.role === 'SUPER_ADMIN') {
        expect(by.role === 'SUPER_ADMIN' || (by.is_platform_admin && !by.lot_has_owner)).toBe(true)
      }
      // Nobody becomes a member without consent.
      if (status === 'ACTIVE' && membership.status !== 'ACTIVE') {
        expect(waitsFor(membership)).not.toBe('PERSON')
      }
    }),
    { numRuns: 5000 },
  )
})

test('a person without a staff role can only accept, decline, and leave', () => {
  const allowed: string[] = []
  for (const status of membershipStatuses) {
    for (const source of ['STAFF', 'REQUEST'] as const) {
      for (const to of membershipStatuses) {
        const membership: MembershipFacts = { role: 'MEMBER', status, source, requested_at: null }
        const me: Changer = { is_self: true, role: null, is_platform_admin: false, lot_has_owner: true }
        if (to !== status && moveFault(me, membership, { status: to }) === null) {
          allowed.push(`${status} ${source} ${to}`)
        }
      }
    }
  }
  expect(allowed).toEqual([
    'ACTIVE STAFF DELETED',
    'ACTIVE REQUEST DELETED',
    'PENDING STAFF ACTIVE',
    'PENDING STAFF DELETED',
    'PENDING REQUEST DELETED',
    'REJECTED STAFF DELETED',
    'REJECTED REQUEST DELETED',
  ])
})

test('staff can make every transition except those reserved for the person', () => {
  const admin: Changer = { is_self: false, role: 'ADMIN', is_platform_admin: false, lot_has_owner: true }
  const faults = membershipStatuses.flatMap((status) =>
    membershipStatuses
      .filter((to) => mayMoveMembership(status, to))
      .map((to) => [
        `${status} ${to}`,
        moveFault(admin, { role: 'MEMBER', status, source: 'REQUEST', requested_at: null }, { status: to }),
      ]),
  )
  expect(faults.filter(([, fault]) => fault !== null)).toEqual([
    ['ACTIVE DELETED', 'MOVE'],
    ['DELETED ACTIVE', 'NOT_ASKED'],
    ['PENDING DELETED', 'MOVE'],
  ])
  const requested: MembershipFacts = {
    role: 'MEMBER',
    status: 'DELETED',
    source: 'REQUEST',
    requested_at: '2026',
  }
  expect(moveFault(admin, requested, { status: 'ACTIVE' })).toBeNull()
  const offered: MembershipFacts = { role: 'MEMBER', status: 'PENDING', source: 'STAFF', requested_at: null }
  expect(moveFault(admin, offered, { status: 'ACTIVE' })).toBe('THEIRS_TO_ACCEPT')
  expect(moveFault(admin, { ...requested, role: 'ADMIN' }, { group_id: null })).toBe('ABOVE')
})
