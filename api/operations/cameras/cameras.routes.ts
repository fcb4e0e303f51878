import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createCameraRoute,
  deleteCameraRoute,
  getCameraPolicyRoute,
  listCameraFailuresRoute,
  listCamerasRoute,
  patchCameraRoute,
  rotateCameraRoute,
} from '@openspot/contract/operations/cameras.ts'
import { camerasPerLot, defaultGraceMinutes } from '@openspot/core/cameras/limits.ts'
import type { Tx } from '@openspot/db/database.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
import { lockLimit } from '../../limits.sql.ts'
import { difference, makeChange } from '../../make-change.ts'
import { readName, refuseTaken } from '../../names.ts'
import { lotOf } from '../../plugins/access.ts'
import { secretWord } from '../../ports.ts'
import {
  countCameras,
  hashCameraToken,
  insertCamera,
  isGateOfLot,
  listCameras,
  lockCamera,
  updateCamera,
} from './cameras.sql.ts'
import { listFailures } from './events.sql.ts'
import { findCameraPolicy } from './policy.sql.ts'

export const cameraRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const one = async (lot_id: string, camera_id: string) =>
    (await listCameras(app.pool, { lot_id, camera_id, now: app.ports.now() }))[0] ?? refuse('not_found')
  const addressOf = (token: string) => `${app.settings.public_url}/api/v2/camera-events/${token}`

  app.route({
    ...listCamerasRoute,
    handler: async (request) => ({
      items: await listCameras(app.pool, { lot_id: lotOf(request), now: app.ports.now() }),
    }),
  })

  app.route({
    ...createCameraRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const name = readName(request.body.name, 80)
      refuseInsideGate(request.body)
      const token = secretWord(app.ports)
      const id = app.ports.id()
      const now = app.ports.now().toISOString()
      const settings = { ...request.body, name }
      reply.status(201)
      return refuseTaken('cameras_name', 'name', () =>
        makeChange(app, request, {
          lock: (tx) => lockLimit(tx, 'cameras', lot_id),
          write: async (tx) => {
            if ((await countCameras(tx, lot_id)) >= camerasPerLot) refuse('camera_limit')
            await refuseOtherGate(tx, lot_id, request.body.gate_id)
            const token_hash = hashCameraToken(token)
            await insertCamera(tx, { ...settings, id, lot_id, token_hash, created_at: now, changed_at: now })
          },
          audit: () => ({ action: 'camera.create', ...subjectOf(id), details: settings }),
          announces: [],
          view: async () => ({ camera: await one(lot_id, id), address: addressOf(token) }),
        }),
      )
    },
  })

  app.route({
    ...patchCameraRoute,
    handler: async (request) => {
      refuseNoChange(request.body)
      const lot_id = lotOf(request)
      const { camera_id } = request.params
      const { name, ...settings } = request.body
      const set = { ...settings, ...(name === undefined ? {} : { name: readName(name, 80) }) }
      return refuseTaken('cameras_name', 'name', () =>
        makeChange(app, request, {
          lock: (tx) => lockCamera(tx, lot_id, camera_id),
          write: async (tx, before) => {
            refuseInsideGate({ ...before, ...set })
            await refuseOtherGate(tx, lot_id, set.gate_id ?? null)
            const changed_at = app.ports.now().toISOString()
            await updateCamera(tx, { lot_id, camera_id }, { ...set, changed_at })
          },
          audit: (_, before) => ({
            action: 'camera.change',
            ...subjectOf(camera_id),
            details: difference(before, set),
          }),
          announces: [],
          view: () => one(lot_id, camera_id),
        }),
      )
    },
  })

  app.route({
    ...rotateCameraRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { camera_id } = request.params
      const { grace_minutes = defaultGraceMinutes } = request.body
      const now = app.ports.now()
      const token = secretWord(app.ports)
      const previous_until = new Date(now.getTime() + grace_minutes * 60_000).toISOString()
      return makeChange(app, request, {
        lock: (tx) => lockCamera(tx, lot_id, camera_id),
        write: (tx, { token_hash }) =>
          updateCamera(
            tx,
            { lot_id, camera_id },
            {
              token_hash: hashCameraToken(token),
              previous_token_hash: grace_minutes > 0 ? token_hash : null,
              previous_until: grace_minutes > 0 ? previous_until : null,
              changed_at: now.toISOString(),
            },
          ),
        audit: () => ({ action: 'camera.rotate', ...subjectOf(camera_id), details: { grace_minutes } }),
        announces: [],
        view: async () => ({ camera: await one(lot_id, camera_id), address: addressOf(token) }),
      })
    },
  })

  app.route({
    ...deleteCameraRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { camera_id } = request.params
      reply.status(204)
      return makeChange(app, request, {
        lock: (tx) => lockCamera(tx, lot_id, camera_id),
        write: (tx) => {
          const now = app.ports.now().toISOString()
          const gone = { token_hash: null, previous_token_hash: null, previous_until: null }
          return updateCamera(tx, { lot_id, camera_id }, { ...gone, deleted_at: now, changed_at: now })
        },
        audit: (_, { name }) => ({ action: 'camera.delete', ...subjectOf(camera_id), details: { name } }),
        announces: [],
        view: () => null,
      })
    },
  })

  app.route({
    ...listCameraFailuresRoute,
    handler: async (request) => {
      const lot_id = lotOf(request)
      const { camera_id } = request.params
      const { cursor, limit = 20 } = request.query
      await one(lot_id, camera_id)
      return listFailures(app.pool, { lot_id, camera_id, cursor, limit })
    },
  })

  app.route({
    ...getCameraPolicyRoute,
    handler: async (request) => (await findCameraPolicy(app.pool, lotOf(request))) ?? refuse('not_found'),
  })
}

/** Throws `request_invalid` if a camera that can't tell who is at the gate would open it. */
function refuseInsideGate(camera: { direction: string; gate_id: string | null }): void {
  if (camera.direction !== 'INSIDE' || camera.gate_id === null) return
  refuse('request_invalid', { field: 'gate_id', message: (t) => t('apiErrors.cameras.insideGate') })
}

/** Throws `request_invalid` if the gate is not one of the lot. */
async function refuseOtherGate(tx: Tx, lot_id: string, gate_id: string | null): Promise<void> {
  if (gate_id === null || (await isGateOfLot(tx, lot_id, gate_id))) return
  refuse('request_invalid', { field: 'gate_id', message: (t) => t('apiErrors.cameras.otherGate') })
}

const subjectOf = (subject_id: string) => ({ subject_kind: 'camera', subject_id })
