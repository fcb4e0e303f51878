import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { requestGateOpen } from './gate-opens.sql.ts'

/**
 * Requests to open a gate for a person, and sends its pulse after the response, because hardware may take seconds. Returns the ID of the
 * request, which is polled. Throws `not_found`, or `request_invalid` if staff give no reason.
 */
export async function requestOpen(
  app: FastifyInstance,
  request: FastifyRequest,
  of: {
    lot_id: string
    gate_id: string
    user_id: string
    /** Nothing but this reservation entitles to it. */
    only_reservation_id: string | null
    note: string | null
    idempotency_key: string
  },
): Promise<string> {
  const { lot_id, gate_id } = of
  const { outcome, open_id } = await requestGateOpen(app.pool, app.ports.now(), {
    ...of,
    open_id: app.ports.id(),
    client: request.client.kind,
    actor_role: request.granted ?? '',
    request_id: request.id,
    camera_id: null,
    is_by_link: request.linked !== null,
  })
  if (outcome === 'gate_not_found' || open_id === null) {
    if (outcome !== 'note_missing') refuse('not_found')
    return refuse('request_invalid', { field: 'note', message: (t) => t('apiErrors.gates.noteMissing') })
  }
  if (outcome === 'requested') app.gates.send({ lot_id, gate_id, open_id })
  app.changes.announce(lot_id)
  return open_id
}
