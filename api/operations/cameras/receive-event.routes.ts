import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { receiveCameraEventRoute } from '@openspot/contract/operations/cameras.ts'
import { cameraEventsPerMinute, largestCameraEvent } from '@openspot/core/cameras/limits.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { hit } from '../../plugins/hits.ts'
import { count } from '../../plugins/limits.ts'
import { findAddressedCamera } from './cameras.sql.ts'
import { keepEvent, setDropped } from './events.sql.ts'

/** Unknown addresses that one sender may try. Cameras with a known address are not limited by where they are. */
const unknownAddresses = { max: 100, minutes: 10 }

interface ReceivedBody {
  size_bytes: number
  /** Null if it was too large. */
  bytes: Buffer | null
}

declare module 'fastify' {
  interface FastifyRequest {
    camera: Awaited<ReturnType<typeof findAddressedCamera>> | null
  }
}

/** Where cameras send what they read. A known camera always gets 200, because it can do nothing about a refusal. */
export const cameraEventRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.decorateRequest('camera', null)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', async (_request: FastifyRequest, body: NodeJS.ReadableStream) =>
    receive(body),
  )

  app.route({
    ...receiveCameraEventRoute,
    // Before the body is received: nobody but a camera makes the server read one.
    onRequest: async (request) => {
      request.camera = await findAddressedCamera(app.pool, request.params.camera_token, app.ports.now())
      if (request.camera) return
      await count(app, `camera address ${request.ip}`, unknownAddresses)
      refuse('not_found')
    },
    handler: async (request, reply) => {
      const camera = request.camera ?? refuse('not_found')
      const { size_bytes, bytes } = (request.body as ReceivedBody | undefined) ?? nothing
      // The rest of it is not received.
      if (bytes === null) reply.header('connection', 'close')
      const now = app.ports.now()
      if ((await hit(app, `camera ${camera.id}`, 1)) > cameraEventsPerMinute) {
        await setDropped(app.pool, camera.id, now)
        return received
      }
      const content_type = (request.headers['content-type'] ?? '').slice(0, 200)
      await keepEvent(app.pool, {
        id: app.ports.id(),
        lot_id: camera.lot_id,
        camera_id: camera.id,
        now,
        content_type,
        size_bytes,
        body: bytes,
      })
      return received
    },
  })
}

const received = { received: true } as const
const nothing: ReceivedBody = { size_bytes: 0, bytes: Buffer.alloc(0) }

/** Returns the body, or only its size so far if it is larger than any event. */
async function receive(body: NodeJS.ReadableStream): Promise<ReceivedBody> {
  const chunks: Buffer[] = []
  let size_bytes = 0
  for await (const chunk of body) {
    const bytes = Buffer.from(chunk)
    size_bytes += bytes.length
    if (size_bytes > largestCameraEvent) return { size_bytes, bytes: null }
    chunks.push(bytes)
  }
  return { size_bytes, bytes: Buffer.concat(chunks) }
}
