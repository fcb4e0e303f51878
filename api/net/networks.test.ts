import { describe, expect, test } from 'vitest'
import { allowNetworks, allowPublic, NetworkNotAllowed, resolveAllowed } from './networks.ts'

const lan = allowNetworks({ ranges: ['192.168.20.0/24', 'fd00:20::/64'] })

describe('networks of devices', () => {
  test.each(['192.168.20.0', '192.168.20.255', 'fd00:20::5', '::ffff:192.168.20.7', '::ffff:c0a8:1407'])(
    'allows %s within the ranges',
    (address) => expect(lan.allows(address, 80)).toBe(true),
  )

  test.each([
    '192.168.21.1',
    '127.0.0.1',
    '169.254.169.254',
    '::1',
    'fd00:21::5',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    'localhost',
    '',
  ])('refuses %s outside the ranges', (address) => expect(lan.allows(address, 80)).toBe(false))

  test('allows nothing by default', () => {
    expect(allowNetworks({ ranges: [] }).allows('127.0.0.1', 80)).toBe(false)
  })

  test('allows the stand-in by its exact address and port only', () => {
    const local = allowNetworks({ ranges: [], stand_in: { address: '127.0.0.1', port: 12180 } })
    expect(local.allows('127.0.0.1', 12180)).toBe(true)
    expect(local.allows('127.0.0.1', 5432)).toBe(false)
  })

  test.each(['192.168.20.0', '192.168.20.0/33', '192.168.20.0/', 'gates/24', '10.0.0.0/8/8'])(
    'rejects %s as a range',
    (range) => expect(() => allowNetworks({ ranges: [range] })).toThrow(RangeError),
  )

  test('refuses a name that also resolves to an address outside', async () => {
    const resolve = async () => ['192.168.20.7', '127.0.0.1']
    await expect(resolveAllowed(lan, 'gate.example', 80, resolve)).rejects.toThrow(NetworkNotAllowed)
  })
})

describe('public networks', () => {
  const networks = allowPublic({
    ranges: ['10.20.0.0/16'],
    stand_in: { address: '127.0.0.1', port: 12190 },
  })

  test.each(['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])(
    'allow the public address %s only with TLS',
    (address) => {
      expect(networks.allows(address, 443)).toBe(true)
      expect(networks.allowsPlain(address, 443)).toBe(false)
    },
  )

  test.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:10.0.0.1',
    '::ffff:a00:1',
    '::ffff:169.254.169.254',
    '::ffff:127.0.0.1',
    '0:0:0:0:0:ffff:7f00:1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '64:ff9b::10.0.0.1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    'localhost',
    '2130706433',
    '0x7f.1',
    '',
  ])('refuse %j', (address) => expect(networks.allows(address, 443)).toBe(false))

  test('allow the ranges of the operator and the exact address of the stand-in without TLS', () => {
    expect(networks.allowsPlain('10.20.3.4', 80)).toBe(true)
    expect(networks.allowsPlain('127.0.0.1', 12190)).toBe(true)
    expect(networks.allows('127.0.0.1', 12191)).toBe(false)
    expect(networks.allows('10.21.0.1', 443)).toBe(false)
  })

  test('refuse a name of which one address is private', async () => {
    const resolve = async () => ['8.8.8.8', '::ffff:10.0.0.1']
    await expect(resolveAllowed(networks, 'vendor.example', 443, resolve)).rejects.toThrow(NetworkNotAllowed)
  })
})
