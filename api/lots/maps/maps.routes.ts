import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createMapRoute,
  deleteMapRoute,
  getMapRoute,
  getSpotShapesRoute,
  importSpotShapesRoute,
  listMapsRoute,
  replaceMapRoute,
} from '@openspot/contract/lots/maps.ts'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { readName, refuseTaken } from '../../names.ts'
import { lotOf } from '../../plugins/access.ts'
import { isStaff } from '../../plugins/staff.ts'
import { checkMap, mapFor, pictureLook } from './maps.rules.ts'
import {
  countMaps,
  deleteMap,
  deletePictureIfUnused,
  findMap,
  insertMap,
  listMaps,
  listZoneNames,
  lockMap,
  placeSpots,
  updateMap,
} from './maps.sql.ts'
import { checkSpotShapes } from './spot-shapes.rules.ts'
import { getPosition, listSpotShapes, setSpotShapes } from './spot-shapes.sql.ts'

const MAX_MAPS = 50

export const mapRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...listMapsRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const [maps, zones] = await Promise.all([listMaps(app.db, lot_id), listZoneNames(app.db, lot_id)])
      return { items: maps.map((map) => mapFor(isStaff(request), map)), zones }
    },
  })

  app.route({
    ...getMapRoute,
    handler: async (request) =>
      mapFor(
        isStaff(request),
        (await findMap(app.db, lotOf(request), request.params.map_id)) ?? refuse('not_found'),
      ),
  })

  app.route({
    ...createMapRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const id = app.ports.id()
      const { spots, ...rest } = request.body
      const map = { ...rest, ...pictureLook(rest), name: readName(rest.name, 60) }
      const at = app.ports.now().toISOString()
      const created = await refuseTaken('maps_name', 'name', () =>
        app.db.transaction().execute(async (tx) => {
          if ((await countMaps(tx, lot_id)) >= MAX_MAPS) refuse('map_limit')
          await checkMap(tx, lot_id, request.body)
          await insertMap(tx, { ...map, id, lot_id, created_at: at, changed_at: at })
          await placeSpots(tx, lot_id, id, spots)
          const details = { after: { ...map, spots: spots.length } }
          await writeAudit(tx, request, { action: 'map.create', ...subjectOf(id), details })
          return (await findMap(tx, lot_id, id)) ?? refuse('not_found')
        }),
      )
      app.changes.announce(lot_id)
      reply.status(201)
      return created
    },
  })

  app.route({
    ...replaceMapRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const id = request.params.map_id
      const { spots, version, ...rest } = request.body
      const map = { ...rest, ...pictureLook(rest), name: readName(rest.name, 60) }
      const changed = await refuseTaken('maps_name', 'name', () =>
        app.db.transaction().execute(async (tx) => {
          const old = (await lockMap(tx, lot_id, id)) ?? refuse('not_found')
          if (old.version !== version) refuse('map_changed', { field: 'version' })
          await checkMap(tx, lot_id, request.body)
          await updateMap(tx, lot_id, id, { ...map, changed_at: app.ports.now().toISOString() })
          await placeSpots(tx, lot_id, id, spots)
          await deletePictureIfUnused(tx, lot_id, old.file_id)
          const { name, position, file_id, picture_opacity_percent, shows_picture } = old
          const before = { name, position, file_id, picture_opacity_percent, shows_picture }
          const details = { before, after: { ...map, spots: spots.length } }
          await writeAudit(tx, request, { action: 'map.change', ...subjectOf(id), details })
          return (await findMap(tx, lot_id, id)) ?? refuse('not_found')
        }),
      )
      app.changes.announce(lot_id)
      return changed
    },
  })

  app.route({
    ...deleteMapRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const id = request.params.map_id
      await app.db.transaction().execute(async (tx) => {
        const old = (await lockMap(tx, lot_id, id)) ?? refuse('not_found')
        await deleteMap(tx, lot_id, id)
        await deletePictureIfUnused(tx, lot_id, old.file_id)
        const details = { before: { name: old.name, position: old.position } }
        await writeAudit(tx, request, { action: 'map.delete', ...subjectOf(id), details })
      })
      app.changes.announce(lot_id)
      reply.status(204)
      return null
    },
  })

  app.route({
    ...getSpotShapesRoute,
    handler: async (request, reply) => {
      reply.header('content-disposition', 'inline; filename="spots.geojson"')
      return { type: 'FeatureCollection' as const, features: await listSpotShapes(app.db, lotOf(request)) }
    },
  })

  app.route({
    ...importSpotShapesRoute,
    // Enough for five thousand stalls with their corners.
    bodyLimit: 4_000_000,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { features } = request.body
      const outcome = await app.db.transaction().execute(async (tx) => {
        checkSpotShapes(await getPosition(tx, lot_id), features)
        const done = await setSpotShapes(tx, lot_id, features)
        const details = { ...done, unknown_labels: done.unknown_labels.length }
        const of = { subject_kind: 'lot', subject_id: lot_id }
        if (done.changed > 0) await writeAudit(tx, request, { action: 'lot.ground', ...of, details })
        return done
      })
      app.changes.announce(lot_id)
      return outcome
    },
  })
}

const subjectOf = (id: string) => ({ subject_kind: 'map', subject_id: id })
