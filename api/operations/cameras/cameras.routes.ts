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
import { writeAudit } from '../../audit.sql.ts'
import { refuse, refuseNoChange } from '../../errors.ts'
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
      await refuseTaken('cameras_name', 'name', () =>
        app.db.transaction().execute(async (tx) => {
          if ((await countCameras(tx, lot_id)) >= camerasPerLot) refuse('camera_limit')
          await refuseOtherGate(tx, lot_id, request.body.gate_id)
          const settings = { ...request.body, name }
          const token_hash = hashCameraToken(token)
          await insertCamera(tx, { ...settings, id, lot_id, token_hash, created_at: now, changed_at: now })
          await writeAudit(tx, request, { action: 'camera.create', ...subjectOf(id), details: settings })
        }),
      )
      reply.status(201)
      return { camera: await one(lot_id, id), address: addressOf(token) }
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
      await refuseTaken('cameras_name', 'name', () =>
        app.db.transaction().execute(async (tx) => {
          const before = (await lockCamera(tx, lot_id, camera_id)) ?? refuse('not_found')
          refuseInsideGate({ ...before, ...set })
          await refuseOtherGate(tx, lot_id, set.gate_id ?? null)
          await updateCamera(tx, { lot_id, camera_id }, { ...set, changed_at: app.ports.now().toISOString() })
          const changed = Object.keys(set) as (keyof typeof set)[]
          const details = {
            before: Object.fromEntries(changed.map((key) => [key, before[key]])),
            after: set,
          }
          await writeAudit(tx, request, { action: 'camera.change', ...subjectOf(camera_id), details })
        }),
      )
      return one(lot_id, camera_id)
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
      await app.db.transaction().execute(async (tx) => {
        const { token_hash } = (await lockCamera(tx, lot_id, camera_id)) ?? refuse('not_found')
        const previous_until = new Date(now.getTime() + grace_minutes * 60_000).toISOString()
        await updateCamera(
          tx,
          { lot_id, camera_id },
          {
            token_hash: hashCameraToken(token),
            previous_token_hash: grace_minutes > 0 ? token_hash : null,
            previous_until: grace_minutes > 0 ? previous_until : null,
            changed_at: now.toISOString(),
          },
        )
        const details = { grace_minutes }
        await writeAudit(tx, request, { action: 'camera.rotate', ...subjectOf(camera_id), details })
      })
      return { camera: await one(lot_id, camera_id), address: addressOf(token) }
    },
  })

  app.route({
    ...deleteCameraRoute,
    handler: async (request, reply) => {
      const lot_id = lotOf(request)
      const { camera_id } = request.params
      await app.db.transaction().execute(async (tx) => {
        const { name } = (await lockCamera(tx, lot_id, camera_id)) ?? refuse('not_found')
        const now = app.ports.now().toISOString()
        const gone = { token_hash: null, previous_token_hash: null, previous_until: null }
        await updateCamera(tx, { lot_id, camera_id }, { ...gone, deleted_at: now, changed_at: now })
        await writeAudit(tx, request, {
          action: 'camera.delete',
          ...subjectOf(camera_id),
          details: { name },
        })
      })
      reply.status(204)
      return null
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
