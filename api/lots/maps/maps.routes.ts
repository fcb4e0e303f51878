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
import { refuse } from '../../errors.ts'
import { lockLimit } from '../../limits.sql.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
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
      reply.status(201)
      return refuseTaken('maps_name', 'name', () =>
        makeChange(app, request, {
          lock: (tx) => lockLimit(tx, 'maps', lot_id),
          write: async (tx) => {
            if ((await countMaps(tx, lot_id)) >= MAX_MAPS) refuse('map_limit')
            await checkMap(tx, lot_id, request.body)
            await insertMap(tx, { ...map, id, lot_id, created_at: at, changed_at: at })
            await placeSpots(tx, lot_id, id, spots)
            return (await findMap(tx, lot_id, id)) ?? refuse('not_found')
          },
          audit: () => ({
            action: 'map.create',
            ...subjectOf(id),
            details: { after: { ...map, spots: spots.length } },
          }),
          announces: [lot_id],
          view: (created) => created,
        }),
      )
    },
  })

  app.route({
    ...replaceMapRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const id = request.params.map_id
      const { spots, version, ...rest } = request.body
      const map = { ...rest, ...pictureLook(rest), name: readName(rest.name, 60) }
      return refuseTaken('maps_name', 'name', () =>
        makeChange(app, request, {
          lock: (tx) => lockMap(tx, lot_id, id),
          write: async (tx, old) => {
            if (old.version !== version) refuse('map_changed', { field: 'version' })
            await checkMap(tx, lot_id, request.body)
            await updateMap(tx, lot_id, id, { ...map, changed_at: app.ports.now().toISOString() })
            await placeSpots(tx, lot_id, id, spots)
            await deletePictureIfUnused(tx, lot_id, old.file_id)
            return (await findMap(tx, lot_id, id)) ?? refuse('not_found')
          },
          audit: (_, { name, position, file_id, picture_opacity_percent, shows_picture }) => {
            const before = { name, position, file_id, picture_opacity_percent, shows_picture }
            const details = { before, after: { ...map, spots: spots.length } }
            return { action: 'map.change', ...subjectOf(id), details }
          },
          announces: [lot_id],
          view: (changed) => changed,
        }),
      )
    },
  })

  app.route({
    ...deleteMapRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const id = request.params.map_id
      reply.status(204)
      return makeChange(app, request, {
        lock: (tx) => lockMap(tx, lot_id, id),
        write: async (tx, old) => {
          await deleteMap(tx, lot_id, id)
          await deletePictureIfUnused(tx, lot_id, old.file_id)
        },
        audit: (_, { name, position }) => ({
          action: 'map.delete',
          ...subjectOf(id),
          details: { before: { name, position } },
        }),
        announces: [lot_id],
        view: () => null,
      })
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
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          checkSpotShapes(await getPosition(tx, lot_id), features)
          return setSpotShapes(tx, lot_id, features)
        },
        audit: (done) => {
          const details = { ...done, unknown_labels: done.unknown_labels.length }
          const of = { subject_kind: 'lot', subject_id: lot_id }
          return done.changed > 0 ? { action: 'lot.ground', ...of, details } : null
        },
        announces: [lot_id],
        view: (done) => done,
      })
    },
  })
}

const subjectOf = (id: string) => ({ subject_kind: 'map', subject_id: id })
