import type { Input, Output } from '@openspot/contract/call.ts'
import { createGateRoute, openGateRoute } from '@openspot/contract/operations/gates.ts'
import type { GateScript } from '@openspot/core/gates/scripts.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import type { Person } from './people.ts'

type Body = Input<typeof createGateRoute>['body']
export type TestGate = Output<typeof createGateRoute> & { params: { lot_id: string; gate_id: string } }

/** The settings of a simulated gate that behaves as `script` says. */
export const simulatedGate = (api: TestApi, script: Exclude<GateScript, 'TOGGLE'> = 'OK'): Body => ({
  name: `Entrance ${secretWord(api.ports, 6)}`,
  device: { driver: 'SIMULATED', script },
  actuation: 'OPEN_INPUT',
  pulse_ms: 500,
  travel_seconds: 1,
  pause_seconds: 5,
  early_minutes: 15,
  late_minutes: 15,
  locked_reason: null,
  emergency_access: 'Manual release behind the left post',
})

/** Creates a gate in a lot as one of its admins. */
export async function createGate(
  api: TestApi,
  of: { lot_id: string; admin: Person; body?: Partial<Body> },
): Promise<TestGate> {
  const { lot_id } = of
  const body = { ...simulatedGate(api), ...of.body }
  const gate = await api.call(createGateRoute, { params: { lot_id }, body }, of.admin.token)
  return { ...gate, params: { lot_id, gate_id: gate.id } }
}

/** Requests to open a gate. Staff add why. */
export const openGate = (
  api: TestApi,
  gate: Pick<TestGate, 'params'>,
  person: Person,
  more: { note?: string; key?: string } = {},
) =>
  api.call(
    openGateRoute,
    {
      params: gate.params,
      body: more.note === undefined ? {} : { note: more.note },
      idempotency_key: more.key ?? secretWord(api.ports),
    },
    person.token,
  )
