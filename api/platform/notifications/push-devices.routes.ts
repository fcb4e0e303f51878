import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  createPushDeviceRoute,
  deletePushDeviceRoute,
  getPushRoute,
  testPushDeviceRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../errors.ts'
import { makeChange, nothingToLock } from '../../make-change.ts'
import { callerOf } from '../../plugins/access.ts'
import type { Caller } from '../../plugins/session.ts'
import { deleteDevice, listDevices, type NewDevice, saveDevice } from '../push/devices.sql.ts'
import { findPush, insertPushes } from '../push/push-messages.sql.ts'
import { isPublicKey } from '../push/vapid.ts'
import { pushKey, toDevice } from './settings.ts'

const testMinutes = 10

export const pushDeviceRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({
    ...createPushDeviceRoute,
    handler: async (request, reply) => {
      const caller = callerOf(request)
      const { body } = request
      const now = app.ports.now()
      const base = { user_id: caller.user_id, session_id: caller.session_id, name: body.name ?? null }
      const device: NewDevice =
        body.kind === 'FCM'
          ? {
              ...base,
              kind: 'FCM',
              push_token: body.token,
              device_public_key: null,
              auth_secret: null,
              expires_at: null,
            }
          : {
              ...base,
              kind: 'WEB_PUSH',
              push_token: body.endpoint,
              device_public_key: body.keys.p256dh,
              auth_secret: body.keys.auth,
              expires_at: body.expires_at ?? null,
            }
      if (device.kind === 'FCM') {
        if (app.messaging.fcm === null) refuse('push_unavailable')
      } else {
        if ((await pushKey(app)) === null) refuse('push_unavailable')
        refuseEndpoint(app, device)
      }
      reply.status(201)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: (tx) => saveDevice(tx, device, now),
        audit: () => null,
        announces: [],
        view: (id) => find(app, caller, id),
      })
    },
  })

  app.route({
    ...deletePushDeviceRoute,
    handler: async (request, reply) => {
      const found = await deleteDevice(app.db, callerOf(request).user_id, request.params.push_device_id)
      if (!found) refuse('not_found')
      reply.status(204)
      return null
    },
  })

  app.route({
    ...testPushDeviceRoute,
    handler: async (request, reply) => {
      const { user_id } = callerOf(request)
      const now = app.ports.now()
      const push = {
        user_id,
        device_id: request.params.push_device_id,
        notification_id: null,
        due_at: now,
        expires_at: new Date(now.getTime() + testMinutes * 60_000),
        is_stale: false,
      }
      reply.status(202)
      return makeChange(app, request, {
        lock: nothingToLock,
        write: async (tx) => {
          const [push_id] = await insertPushes(tx, [push], now)
          if (push_id === undefined) throw new Error('The push was not written.')
          return push_id
        },
        audit: () => null,
        announces: [],
        view: (push_id) => ({ push_id }),
      })
    },
  })

  app.route({
    ...getPushRoute,
    handler: async (request) =>
      (await findPush(app.db, callerOf(request).user_id, request.params.push_id)) ?? refuse('not_found'),
  })
}

/** Its host is resolved and checked with each push; here, what could never be one is refused. */
function refuseEndpoint({ settings }: Pick<FastifyInstance, 'settings'>, device: NewDevice): void {
  const { push_token, device_public_key, auth_secret } = device
  const url = URL.canParse(push_token) ? new URL(push_token) : null
  const isSecure = url?.protocol === 'https:' || settings.environment === 'local'
  if (!isSecure || url === null || url.username !== '' || url.password !== '')
    refuse('push_endpoint_refused', { field: 'endpoint' })
  if (!isPublicKey(device_public_key ?? '')) refuse('request_invalid', { field: 'keys.p256dh' })
  if (Buffer.from(auth_secret ?? '', 'base64url').length !== 16)
    refuse('request_invalid', { field: 'keys.auth' })
}

async function find(app: Pick<FastifyInstance, 'db' | 'ports'>, caller: Caller, id: string) {
  const devices = await listDevices(app.db, caller.user_id, app.ports.now())
  const device = devices.find((one) => one.id === id) ?? refuse('not_found')
  return toDevice(device, caller)
}
