import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createZoneRoute,
  deleteZoneRoute,
  listZonesRoute,
  updateZoneRoute,
} from '@openspot/contract/booking/prices.ts'
import { writeAudit } from '../../audit.sql.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { readName, refuseTaken } from '../../names.ts'
import { lotOf } from '../../plugins/access.ts'
import { rateColumns } from '../availability/availability.rules.ts'
import { withLockedSpots } from '../availability/materialize-closures.ts'
import { deleteZone, findZone, insertZone, listZones, lockZoneRow, updateZone } from './zones.sql.ts'

const longestName = 60
const subjectOf = (id: string) => ({ subject_kind: 'zone', subject_id: id })

export const zoneRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const named = <T>(work: () => Promise<T>) => refuseTaken('zones_name', 'name', work)

  app.route({
    ...listZonesRoute,
    handler: async (request) => ({ items: await listZones(app.db, lotOf(request)) }),
  })

  app.route({
    ...createZoneRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const id = app.ports.id()
      const name = readName(request.body.name, longestName)
      const columns = { id, lot_id, name, ...rateColumns(request.body.rates) }
      reply.status(201)
      return named(() =>
        makeChange(app, request, {
          lock: nothingToLock,
          write: (tx) => insertZone(tx, { ...columns, created_at: app.ports.now().toISOString() }),
          audit: () => ({ action: 'zone.create', ...subjectOf(id), details: { after: columns } }),
          announces: [lot_id],
          view: async () => (await findZone(app.db, id)) ?? refuse('not_found'),
        }),
      )
    },
  })

  app.route({
    ...updateZoneRoute,
    handler: async (request) => {
      const { zone_id } = request.params
      const { name, rates, version } = request.body
      const patch = {
        ...(name === undefined ? {} : { name: readName(name, longestName) }),
        ...(rates === undefined ? {} : rateColumns(rates)),
      }
      refuseNoChange(patch)
      return named(() =>
        makeChange(app, request, {
          lock: (tx) => lockZoneRow(tx, zone_id),
          write: async (tx, before) => {
            if (version !== undefined && version !== before.version)
              refuse('zone_changed', { field: 'version' })
            await updateZone(tx, zone_id, patch)
          },
          audit: (_, before) => ({
            action: 'zone.change',
            ...subjectOf(zone_id),
            details: { before, after: patch },
          }),
          announces: [lotOf(request)],
          view: async () => (await findZone(app.db, zone_id)) ?? refuse('not_found'),
        }),
      )
    },
  })

  app.route({
    ...deleteZoneRoute,
    handler: async (request, reply) => {
      const { zone_id } = request.params
      const lot_id = lotOf(request)
      await withLockedSpots(app, lot_id, { zone_id }, async (tx) => {
        const before = await findZone(tx, zone_id)
        await deleteZone(tx, lot_id, zone_id, app.ports.now())
        await writeAudit(tx, request, { action: 'zone.delete', ...subjectOf(zone_id), details: { before } })
      })
      reply.status(204)
      return null
    },
  })
}
