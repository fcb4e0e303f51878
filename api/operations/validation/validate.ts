import { validatedBy } from '@openspot/core/invoices/refund-reasons.ts'
import type { ValidationSource } from '@openspot/core/validation/enums.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { notifyBudget } from './notify-budget.ts'
import { validateReservation } from './options.sql.ts'

/** Throws `not_found`. An option that is unknown, removed, replaced, or another lot's is answered in the same way. */
export const refuseUnknownOption = (): never =>
  refuse('not_found', {
    message: (t) => t('apiErrors.validation.optionUnknown'),
  })

/**
 * Validates a reservation once; its jobs refund the discount after the commit. Returns whether it is new. Throws
 * `validation_refused` with the reason, or `not_found`.
 */
export async function validate(
  app: Pick<FastifyInstance, 'ports' | 'settings'>,
  tx: Tx,
  of: {
    lot_id: string
    reservation_id: string
    option_id: string
    partner_name: string
    source: ValidationSource
    by_user_id: string | null
  },
): Promise<{ isNew: boolean }> {
  const { partner_name, ...validation } = of
  const now = app.ports.now()
  const { outcome, reason } = await validateReservation(tx, now, {
    ...validation,
    validation_id: app.ports.id(),
    refund_reason: validatedBy(partner_name),
  })
  if (outcome === 'option_not_found') refuseUnknownOption()
  if (outcome === 'refused') refuse('validation_refused', { details: { reason } })
  if (outcome === 'validated') await notifyBudget(app, tx, of)
  return { isNew: outcome === 'validated' }
}
