import type { Settings } from '@openspot/core/settings.ts'
import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** The log of a process: one line of JSON for each event, on standard output or `to`. */
export const createLog = ({ log_level }: Pick<Settings, 'log_level'>, to?: DestinationStream): Log =>
  to ? pino({ level: log_level }, to) : pino({ level: log_level })
