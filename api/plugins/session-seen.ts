import type { FastifyInstance } from 'fastify'
import { reportFailure } from '../failures.ts'
import { setSessionsSeen } from './session.sql.ts'

/** How long the times wait, so that one statement writes those of many sessions. */
const togetherMilliseconds = 1_000

declare module 'fastify' {
  interface FastifyInstance {
    seen_sessions: SeenSessions
  }
}

interface SeenSessions {
  waiting: Map<string, Date>
  timer: NodeJS.Timeout | null
  writing: Promise<void>
}

/** Prepares writing when sessions were last used. A call does not wait for it; a process that is killed loses the last second. */
export function keepSeen(app: FastifyInstance): void {
  app.decorate('seen_sessions', { waiting: new Map(), timer: null, writing: Promise.resolve() })
  app.addHook('onClose', () => writeSeen(app))
}

/** Notes that a session was used; it is written soon. */
export function noteSeen(app: FastifyInstance, session_id: string, now: Date): void {
  const seen = app.seen_sessions
  seen.waiting.set(session_id, now)
  seen.timer ??= setTimeout(() => void writeSeen(app), togetherMilliseconds).unref()
}

/** Writes what was noted. Never throws: a time that was not written is noted again by the next call of the session. */
export function writeSeen(app: FastifyInstance): Promise<void> {
  const seen = app.seen_sessions
  if (seen.timer !== null) clearTimeout(seen.timer)
  seen.timer = null
  const waiting = seen.waiting
  seen.waiting = new Map()
  if (waiting.size > 0)
    seen.writing = seen.writing.then(async () => {
      try {
        await setSessionsSeen(app.pool, waiting)
      } catch (error) {
        reportFailure(app.log, { task: 'sessions_seen', error })
      }
    })
  return seen.writing
}
