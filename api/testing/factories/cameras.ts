import type { Input, Output } from '@openspot/contract/call.ts'
import { createCameraRoute } from '@openspot/contract/operations/cameras.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import type { Person } from './people.ts'

type Body = Input<typeof createCameraRoute>['body']
export type TestCamera = Output<typeof createCameraRoute>

/** Creates a camera in a lot as one of its admins. */
export const createCamera = (
  api: TestApi,
  of: { lot_id: string; admin: Person; body?: Partial<Body> },
): Promise<TestCamera> => {
  const name = `Camera ${secretWord(api.ports, 6)}`
  const body: Body = {
    name,
    kind: 'OPENALPR',
    direction: 'ENTRY',
    gate_id: null,
    silent_hours: 24,
    ...of.body,
  }
  return api.call(createCameraRoute, { params: { lot_id: of.lot_id }, body }, of.admin.token)
}

/** An event of a camera, by default taken now. */
export const plateEvent = (
  api: TestApi,
  plate: string,
  more: { at?: Date; uuid?: string; fields?: Record<string, unknown> } = {},
): string =>
  JSON.stringify({
    data_type: 'alpr_group',
    best_uuid: more.uuid ?? secretWord(api.ports),
    best_plate_number: plate,
    best_confidence: 92.4,
    epoch_end: (more.at ?? api.ports.now()).getTime(),
    ...more.fields,
  })

/** Sends an event as a camera does. Returns the status of the response. */
export async function sendEvent(
  api: TestApi,
  address: string,
  body: string | Buffer | FormData,
  content_type?: string,
): Promise<number> {
  const { pathname } = new URL(address)
  const answer = await fetch(`${api.base}${pathname}`, {
    method: 'POST',
    body: Buffer.isBuffer(body) ? new Uint8Array(body) : body,
    ...(typeof body === 'string' || content_type !== undefined
      ? { headers: { 'content-type': content_type ?? 'application/json' } }
      : {}),
  })
  await answer.arrayBuffer()
  return answer.status
}
