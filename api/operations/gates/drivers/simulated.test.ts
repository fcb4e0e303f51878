import type { GateScript } from '@openspot/core/gates/scripts.ts'
import { until } from '@openspot/db/testing/until.ts'
import { describe, expect, test } from 'vitest'
import { testPorts } from '../../../testing/clock.ts'
import type { GateEvent } from './driver.ts'
import { openSimulated } from './simulated.ts'
import { pulse } from './testing/expect-pulses.ts'

const start = (script: GateScript) => {
  const ports = testPorts()
  const driver = openSimulated(
    {
      script,
      seed: 1,
      latency_ms: { least: 0, most: 1 },
      model: { travel_ms: 25_000, auto_close_ms: null },
    },
    ports,
  )
  return { ports, driver }
}

describe('the simulated gate', () => {
  test.each<[GateScript, string, string | null, number]>([
    ['OK', 'ACKNOWLEDGED', null, 1],
    ['NO_SENSOR', 'ACKNOWLEDGED', null, 1],
    ['SLOW', 'ACKNOWLEDGED', null, 1],
    ['OFFLINE', 'NOT_SENT', 'unreachable', 0],
    ['SILENT', 'UNKNOWN', 'no_response', 1],
    ['ERROR', 'NOT_SENT', 'refused', 0],
    ['OBSTRUCTED', 'ACKNOWLEDGED', null, 1],
    ['STUCK_OPEN', 'ACKNOWLEDGED', null, 1],
    ['TOGGLE', 'ACKNOWLEDGED', null, 1],
  ])('with the script %s ends as %s %s after %s pulses', async (script, outcome, reason, pulses) => {
    const { driver } = start(script)
    const deadline = AbortSignal.timeout(script === 'SILENT' ? 100 : 10_000)
    expect(await driver.trigger(pulse(deadline))).toMatchObject({ outcome, reason })
    expect(driver.pulses()).toBe(pulses)
    await driver.close()
  })

  test.each<[GateScript, string | null, string | null]>([
    ['OK', 'OPENING', 'OPEN'],
    ['NO_SENSOR', null, null],
    ['OBSTRUCTED', 'OPENING', 'STOPPED'],
    ['STUCK_OPEN', 'OPEN', 'OPEN'],
  ])('with the script %s is %s at once and %s after its travel time', async (script, at_once, later) => {
    const { driver, ports } = start(script)
    await driver.trigger(pulse())
    expect((await driver.status()).position).toBe(at_once)
    ports.advance({ seconds: 25 })
    expect((await driver.status()).position).toBe(later)
    await driver.close()
  })

  test('reverses a moving gate with a second pulse of a toggle button', async () => {
    const { driver, ports } = start('TOGGLE')
    await driver.trigger(pulse())
    ports.advance({ seconds: 10 })
    await driver.trigger(pulse())
    expect((await driver.status()).position).toBe('CLOSING')
    ports.advance({ seconds: 10 })
    expect((await driver.status()).position).toBe('CLOSED')
    await driver.close()
  })

  test('does not execute a pulse after its deadline', async () => {
    const { driver } = start('OK')
    expect(await driver.trigger(pulse(AbortSignal.abort()))).toMatchObject({ reason: 'expired' })
    expect(driver.pulses()).toBe(0)
    await driver.close()
  })

  test('tells listeners when it was observed', async () => {
    const { driver, ports } = start('OBSTRUCTED')
    const events: GateEvent[] = []
    driver.subscribe((event) => events.push(event))
    await driver.trigger(pulse())
    ports.advance({ seconds: 13 })
    const observed_at = ports.now()
    await driver.status()
    await until(() => events.some(({ type }) => type === 'OBSTRUCTION'))
    expect(events.slice(-2)).toEqual([
      { type: 'POSITION', position: 'STOPPED', observed_at },
      { type: 'OBSTRUCTION', is_obstructed: true, observed_at },
    ])
    await driver.close()
  })
})
