import { describe, expect, test } from 'vitest'
import { allowNetworks, NetworkNotAllowed, resolveAllowed } from './networks.ts'

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
