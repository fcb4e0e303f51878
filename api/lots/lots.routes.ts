import { isDeepStrictEqual } from 'node:util'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { getLot as getLotRoute, getPublicLot, updateLot as updateLotRoute } from '@openspot/contract/lots.ts'
import { writeAudit } from '../audit.sql.ts'
import { refuse } from '../errors.ts'
import { lotOf } from '../plugins/access.ts'
import { checkStay } from '../reservations/stay.rules.ts'
import { offerOfLot } from '../search/offers.ts'
import { checkLotPatch, publicLot, roleOf, staffLot } from './lots.rules.ts'
import { findLotByPublicId, getLot, lockLot, updateLot } from './lots.sql.ts'

export const lotRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...getPublicLot,
    handler: async ({ params, query, caller }) => {
      // The public id is itself the key to the page: whoever has the link or stands before the sign may read it.
      const found = (await findLotByPublicId(app.db, params.public_id)) ?? refuse('not_found')
      const { redirected_from, ...lot } = found
      const { starts_at, ends_at = null } = query
      if (starts_at === undefined) {
        if (ends_at !== null)
          refuse('request_invalid', { field: 'starts_at', message: 'Say when the stay starts.' })
        return { lot: publicLot(lot), offer: null, free_spots: null, redirected_from }
      }
      const now = app.ports.now()
      checkStay({ starts_at, ends_at }, now)
      const asker = { user_id: caller?.user_id ?? null, now }
      const { free_spots, ...offer } = await offerOfLot(app, lot, { starts_at, ends_at }, asker)
      return { lot: publicLot(lot), offer, free_spots, redirected_from }
    },
  })

  app.route({
    ...getLotRoute,
    handler: async (request) => staffLot(await getLot(app.db, lotOf(request)), roleOf(request)),
  })

  app.route({
    ...updateLotRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const lot = await app.db.transaction().execute(async (tx) => {
        const old = await lockLot(tx, lot_id)
        checkLotPatch(old, request.body)
        const fields = (Object.keys(request.body) as (keyof typeof request.body)[]).filter(
          (field) => !isDeepStrictEqual(old[field], request.body[field]),
        )
        if (fields.length === 0) return old
        const changed = await updateLot(tx, lot_id, request.body)
        const valuesOf = (row: typeof old) => Object.fromEntries(fields.map((field) => [field, row[field]]))
        await writeAudit(tx, request, {
          action: 'lot.change',
          subject_kind: 'lot',
          subject_id: lot_id,
          details: { before: valuesOf(old), after: valuesOf(changed) },
        })
        return changed
      })
      app.changes.announce(lot_id)
      return staffLot(lot, roleOf(request))
    },
  })
}
