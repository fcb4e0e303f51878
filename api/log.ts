import type { Settings } from '@openspot/core/settings.ts'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'
import { maskText, messageOf, reduceError } from './reduce-error.ts'

/** pino's logging methods. */
export type Log = FastifyBaseLogger

/**
 * Creates the process's log: JSON lines on standard output, or to `destination`. No line may contain personal data:
 * errors are reduced to what identifies the fault, and a logged request or reply to its route and status.
 */
export function createLog(settings: Pick<Settings, 'log_level'>, destination?: DestinationStream): Log {
  const options = {
    level: settings.log_level,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: reduceError, error: reduceError, req: reduceRequest, res: reduceReply },
    hooks: {
      logMethod(this: Logger, args: unknown[], method: (...args: unknown[]) => void, level: number) {
        if (level >= ERROR_LEVEL) tellListener(this as Logger & Told, args)
        method.apply(this, plainArguments(args))
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

const ERROR_LEVEL = 50

/** What was logged with an error, at level error or above. */
export type ErrorListener = (error: Error, fields: Readonly<Record<string, unknown>>) => void

const listener = Symbol('listener for logged errors')

interface Told {
  [listener]?: ErrorListener | null
}

/** Passes every error that this log and its children write from now on to one listener; null removes it. */
export function tellErrorsTo(log: Log, to: ErrorListener | null): void {
  Object.assign(log, { [listener]: to })
}

/** A child inherits the listener of its parent, because pino makes the parent its prototype. */
function tellListener(log: Told, [first]: unknown[]): void {
  const error = first instanceof Error ? first : errorIn(first)
  if (error !== null) log[listener]?.(error, first instanceof Error ? {} : (first as Record<string, unknown>))
}

/** pino uses the message of a logged error as the line's own, bypassing the serializers. */
function plainArguments([first, second, ...rest]: unknown[]): unknown[] {
  const error = first instanceof Error ? first : errorIn(first)
  const text = second === undefined && error ? messageOf(error) : second
  return [first, text, ...rest].map((each) => (typeof each === 'string' ? maskText(each) : each))
}

function errorIn(value: unknown): Error | null {
  if (typeof value !== 'object' || value === null || !('err' in value)) return null
  return value.err instanceof Error ? value.err : null
}

const reduceRequest = (request: { method?: string; routeOptions?: { url?: string } }) => ({
  method: request.method,
  route: request.routeOptions?.url,
})

const reduceReply = (reply: { statusCode?: number }) => ({ status: reply.statusCode })
