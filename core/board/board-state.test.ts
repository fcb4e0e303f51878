import { expect, test } from 'vitest'
import { boardState } from './board-state.ts'

const free = {
  is_assigned: false,
  is_sublet: false,
  is_offered: true,
  is_closed: false,
  reservation: null,
}
const sublet = { ...free, is_assigned: true, is_sublet: true }
const until = { ends_at: '2026-03-01T12:00:00Z', is_own: false }
const openEnded = { ends_at: null, is_own: false }
const own = { ends_at: '2026-03-01T12:00:00Z', is_own: true }

test.each([
  ['AVAILABLE', free],
  ['EMPTY', { ...free, is_offered: false }],
  ['UNAVAILABLE', { ...free, is_closed: true }],
  ['ASSIGNED', { ...free, is_assigned: true }],
  ['ASSIGNED', { ...free, is_assigned: true, is_closed: true }],
  ['AVAILABLE', sublet],
  ['EMPTY', { ...sublet, is_offered: false }],
  ['UNAVAILABLE', { ...sublet, is_closed: true }],
  ['RENTED_UNTIL', { ...free, reservation: until }],
  ['RENTED', { ...free, reservation: openEnded }],
  ['RENTED', { ...free, is_closed: true, reservation: openEnded }],
  ['SUBLEASED_UNTIL', { ...free, is_assigned: true, reservation: until }],
  ['SUBLEASED_UNTIL', { ...sublet, reservation: until }],
  ['SUBLEASED', { ...sublet, is_closed: true, reservation: openEnded }],
  ['SUBLEASED', { ...free, is_assigned: true, reservation: openEnded }],
  ['ASSIGNED', { ...free, is_assigned: true, reservation: own }],
  ['ASSIGNED', { ...sublet, reservation: { ...own, ends_at: null } }],
  ['RENTED_UNTIL', { ...free, reservation: own }],
])('boardState is %s', (state, spot) => {
  expect(boardState(spot)).toBe(state)
})
