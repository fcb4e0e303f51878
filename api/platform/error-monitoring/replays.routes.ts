import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import {
  getReplayRoute,
  listReplaySegmentsRoute,
  listReplaysRoute,
} from '@openspot/contract/platform/replays.ts'
import { MAX_RECORDING_BYTES } from '@openspot/core/error-monitoring/limits.ts'
import { writeReadAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { findReplay, hasReplay, listRecordings, listReplays } from './replays.sql.ts'

const inflated = promisify(inflate)

/** Recorded visits. Watching one is recorded in the audit log. */
export const replayRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.route({ ...listReplaysRoute, handler: ({ query }) => listReplays(app.db, query) })

  app.route({
    ...getReplayRoute,
    handler: async (request) => {
      const replay = (await findReplay(app.db, request.params.replay_id)) ?? refuse('not_found')
      await writeReadAudit(app.db, request, {
        action: 'replay.read',
        subject_kind: 'replay',
        subject_id: replay.id,
      })
      return replay
    },
  })

  app.route({
    ...listReplaySegmentsRoute,
    handler: async ({ params, query }) => {
      const { recordings, next_from } = await listRecordings(app.db, params.replay_id, query.from ?? 0)
      if (recordings.length === 0 && !(await hasReplay(app.db, params.replay_id))) refuse('not_found')
      const segments = []
      // One after the other, so that others are served in between.
      for (const { number, recording } of recordings)
        segments.push({ number, events: await eventsOf(recording) })
      return { segments, next_from }
    },
  })
}

async function eventsOf(recording: Buffer): Promise<unknown[]> {
  const bytes = await inflated(recording, { maxOutputLength: MAX_RECORDING_BYTES })
  return JSON.parse(bytes.toString('utf8')) as unknown[]
}
