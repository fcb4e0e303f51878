import { expect, test } from 'vitest'
import { type HomeFacts, homePath } from './home-path.ts'

const nobody: HomeFacts = {
  is_platform_admin: false,
  managed_lot_ids: [],
  patrolled_lot_ids: [],
  has_spots: false,
  has_reservations: false,
}

test.each<[string, Partial<HomeFacts>, string]>([
  ['a driver on their reservations', {}, '/me'],
  ['a host without reservations on their spots', { has_spots: true }, '/me/spots'],
  ['a host who also parks on their reservations', { has_spots: true, has_reservations: true }, '/me'],
  ['an admin of one lot on its overview', { managed_lot_ids: ['a'], has_spots: true }, '/lots/a'],
  ['an admin of several lots on all of them', { managed_lot_ids: ['a', 'b'] }, '/lots'],
  ['an admin who also patrols on all lots', { managed_lot_ids: ['a'], patrolled_lot_ids: ['b'] }, '/lots'],
  ['a patroller of one lot on its patrol', { patrolled_lot_ids: ['b'], has_reservations: true }, '/patrol/b'],
  ['a patroller of several lots on the choice', { patrolled_lot_ids: ['b', 'c'] }, '/patrol'],
  ['a platform admin on the console', { is_platform_admin: true, managed_lot_ids: ['a'] }, '/platform'],
])('homePath lands %s', (_, facts, path) => {
  expect(homePath({ ...nobody, ...facts })).toBe(path)
})
