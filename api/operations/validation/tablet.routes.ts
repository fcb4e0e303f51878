import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  findParkingRoute,
  getTabletRoute,
  validateOnTabletRoute,
} from '@openspot/contract/operations/validation-tablet.ts'
import { inLatin } from '@openspot/core/plates/plate-entry.ts'
import { normalizePlate } from '@openspot/core/plates/plates.ts'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { count } from '../../plugins/limits.ts'
import { findParking, findTabletPartner, isOfPartner, readTablet, valueOf } from './tablet.sql.ts'
import { refuseUnknownOption, validate } from './validate.ts'

/** Searches of one partner, from whatever addresses: enough for a busy shop, and too few to guess plates. */
const searches = { max: 60, minutes: 5 }

export const validationTabletRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const partnerOf = async (code: string) =>
    (await findTabletPartner(app.pool, code)) ?? refuse('tablet_link_unknown')

  app.route({
    ...getTabletRoute,
    handler: async (request) => {
      const partner = await partnerOf(request.body.code)
      const { partner_id: _, lot_id: __, ...shown } = partner
      return { ...shown, ...(await readTablet(app.pool, partner, app.ports.now())) }
    },
  })

  app.route({
    ...findParkingRoute,
    handler: async (request) => {
      const partner = await partnerOf(request.body.code)
      await count(app, `tablet search ${partner.partner_id}`, searches)
      const plate = normalizePlate(inLatin(request.body.search))
      const code = request.body.search.replaceAll(/[^0-9A-Fa-f]/g, '').toUpperCase()
      return { items: await findParking(app.pool, partner, { plate, code, now: app.ports.now() }) }
    },
  })

  app.route({
    ...validateOnTabletRoute,
    handler: async (request) => {
      const { code, reservation_id, option_id } = request.body
      const partner = await partnerOf(code)
      const { lot_id, partner_name, currency } = partner
      if (!(await isOfPartner(app.pool, partner, { reservation_id, option_id }))) refuseUnknownOption()
      const of = {
        lot_id,
        partner_name,
        reservation_id,
        option_id,
        source: 'PARTNER' as const,
        by_user_id: null,
      }
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => validate(app, tx, of),
        // A partner has no account: the validation itself says who gave it.
        audit: () => null,
        announces: [lot_id],
        view: async () => ({ value_cents: await valueOf(app.pool, lot_id, reservation_id), currency }),
      })
    },
  })
}
