import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createCalendarPriceRoute,
  deleteCalendarPriceRoute,
  getCalendarPriceRoute,
  listCalendarPricesRoute,
  listPricePeriodsRoute,
  updateCalendarPriceRoute,
} from '@openspot/contract/booking/prices.ts'
import type { Tx } from '@openspot/db/database.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { getLot } from '../../lots/lots/lots.sql.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf, lotOf } from '../../plugins/access.ts'
import { isStaff } from '../../plugins/staff.ts'
import { changedPrice, periodsOf, type ReadPrice, readDays, readPrice, toPrice } from './prices.rules.ts'
import {
  countZones,
  findPrice,
  insertPrice,
  listAllPrices,
  listPrices,
  lockPrice,
  updatePrice,
} from './prices.sql.ts'

/** Published prices are public; unpublished ones are visible to staff only. */
export const priceRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...createCalendarPriceRoute,
    handler: async (request, reply) => {
      const lot = await getLot(app.db, lotOf(request))
      const now = app.ports.now()
      const price = readPrice(lot.time_zone, request.body, now)
      reply.status(201)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          await checkZones(tx, lot.id, price)
          const id = await insertPrice(tx, {
            id: app.ports.id(),
            lot_id: lot.id,
            ...columnsOf(price),
            created_by_user_id: callerOf(request).user_id,
            created_at: now.toISOString(),
            changed_at: now.toISOString(),
          })
          return toPrice((await findPrice(tx, id)) ?? refuse('not_found'))
        },
        audit: (after) => ({ action: 'calendar_price.create', ...subjectOf(after.id), details: { after } }),
        announces: [lot.id],
        view: (created) => created,
      })
    },
  })

  app.route({
    ...listPricePeriodsRoute,
    handler: async (request) => {
      const { time_zone } = await getLot(app.db, lotOf(request))
      const days = readDays(time_zone, request.params)
      const prices = await listPrices(app.db, lotOf(request), days, isStaff(request))
      return { items: periodsOf(time_zone, prices, days) }
    },
  })

  app.route({
    ...listCalendarPricesRoute,
    handler: async (request) => ({ items: (await listAllPrices(app.db, lotOf(request))).map(toPrice) }),
  })

  app.route({
    ...getCalendarPriceRoute,
    handler: async ({ params }) => toPrice((await findPrice(app.db, params.price_id)) ?? refuse('not_found')),
  })

  app.route({
    ...updateCalendarPriceRoute,
    handler: async (request) => {
      const { params } = request
      const { version, ...body } = request.body
      refuseNoChange(body)
      const lot = await getLot(app.db, lotOf(request))
      const now = app.ports.now()
      return makeChange(app, request, {
        lock: (tx) => lockPrice(tx, params.price_id),
        write: async (tx, old) => {
          if (version !== undefined && version !== old.version) refuse('price_changed', { field: 'version' })
          const price = readPrice(lot.time_zone, changedPrice(old, body), now)
          // Zones deleted since must not block a change of something else.
          if (body.zone_ids) await checkZones(tx, lot.id, price)
          // What a person edits is theirs, and guidance leaves it alone from now on.
          const is_guidance = false
          await updatePrice(tx, old.id, { ...columnsOf(price), is_guidance, changed_at: now.toISOString() })
          return toPrice((await findPrice(tx, old.id)) ?? refuse('not_found'))
        },
        audit: (after, old) => ({
          action: 'calendar_price.change',
          ...subjectOf(old.id),
          details: { before: toPrice(old), after },
        }),
        announces: [lot.id],
        view: (changed) => changed,
      })
    },
  })

  app.route({
    ...deleteCalendarPriceRoute,
    handler: async (request, reply) => {
      const at = app.ports.now().toISOString()
      reply.status(204)
      return makeChange(app, request, {
        lock: (tx) => lockPrice(tx, request.params.price_id),
        write: (tx, old) => updatePrice(tx, old.id, { deleted_at: at, changed_at: at }),
        audit: (_, old) => ({
          action: 'calendar_price.delete',
          ...subjectOf(old.id),
          details: { before: toPrice(old) },
        }),
        announces: [lotOf(request)],
        view: () => null,
      })
    },
  })
}

const subjectOf = (id: string) => ({ subject_kind: 'calendar_price', subject_id: id })

const columnsOf = (price: ReadPrice) => ({ ...price, weekdays: [...price.weekdays] })

async function checkZones(tx: Tx, lot_id: string, { zone_ids }: ReadPrice): Promise<void> {
  if (zone_ids === null || (await countZones(tx, lot_id, zone_ids)) === zone_ids.length) return
  refuse('request_invalid', {
    field: 'zone_ids',
    message: (t) => t('apiErrors.lot.zonesUnknown'),
  })
}
