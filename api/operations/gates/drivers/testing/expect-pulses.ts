import type { GateDevice } from '@openspot/gates-stand-in/device.ts'
import { expect } from 'vitest'
import type { TriggerOutcome } from '../driver.ts'

/** Fails unless a trigger ended so and the gate executed that many pulses. */
export function expectOutcome(
  outcome: TriggerOutcome,
  device: Pick<GateDevice, 'pulses' | 'is_latched'>,
  wanted: Pick<TriggerOutcome, 'outcome' | 'reason'> & { pulses: number },
): void {
  expect({
    outcome: outcome.outcome,
    reason: outcome.reason,
    pulses: device.pulses,
    is_latched: device.is_latched,
  }).toEqual({ ...wanted, is_latched: false })
}

export const pulse = (signal: AbortSignal = AbortSignal.timeout(10_000)) => ({
  request_id: '0190a5b2-0000-7000-8000-000000000001',
  pulse_ms: 100,
  signal,
})
