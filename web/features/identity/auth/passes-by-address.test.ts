import type { OpenPass } from '@openspot/contract/booking/linked-passes.ts'
import { expect, test } from 'vitest'
import { passesByAddress } from './passes-by-address.ts'

const pass = (id: string, by: OpenPass['confirm']['by'], email_hint: string | null = null): OpenPass => ({
  id,
  lot_name: 'Lot',
  spot_label: '1',
  time_zone: 'UTC',
  starts_at: '2026-07-01T10:00:00.000Z',
  ends_at: null,
  confirm: { by, email_hint },
})

test('the passes of a device are in one group for each address that gets a link, and those without a link in one of their own', () => {
  const groups = passesByAddress([
    pass('a', 'EMAIL', 'a…@example.com'),
    pass('b', 'PHONE'),
    pass('c', 'EMAIL', 'c…@example.com'),
    pass('d', 'EMAIL', 'a…@example.com'),
    pass('e', 'SIGN_IN'),
  ])
  expect(groups.map(({ email_hint, passes }) => [email_hint, ...passes.map(({ id }) => id)])).toEqual([
    ['a…@example.com', 'a', 'd'],
    [null, 'b', 'e'],
    ['c…@example.com', 'c'],
  ])
})

test('a device without passes has no group', () => {
  expect(passesByAddress([])).toEqual([])
})
