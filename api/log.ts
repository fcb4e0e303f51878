import type { Settings } from '@openspot/core/settings.ts'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { factsOf } from './failures.ts'

/** pino's methods, as everybody uses them. */
export type Log = FastifyBaseLogger

/** The one log of a process: JSON, one line an event, on standard output unless told otherwise. */
export function openLog(level: Settings['log_level'], to?: DestinationStream): Log {
  const options = {
    level,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: factsOf },
  }
  return to ? pino(options, to) : pino(options)
}
