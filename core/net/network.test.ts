import { expect, test } from 'vitest'
import { networkPrefixOf } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:1:2ab:3:4:5:6', '2001:db8:1:200::/56'],
  ['2001:db8::1', '2001:db8:0:0::/56'],
  ['fe80::1%eth0', 'fe80:0:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['nonsense', null],
  ['1:2:3', null],
])('assigns %s to the network %s', (address, network) => {
  expect(networkPrefixOf(address)).toBe(network)
})
