import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { lotOf } from '../../plugins/access.ts'

/** Returns the lot of the gate. Throws `not_found` if the path names another one. */
export function lotOfGate(request: FastifyRequest<{ Params: { lot_id: string } }>): string {
  const lot_id = lotOf(request)
  return lot_id === request.params.lot_id.toLowerCase() ? lot_id : refuse('not_found')
}
