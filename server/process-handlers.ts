import type { Log } from '@openspot/api/log.ts'
import { isLostConnection } from '@openspot/db/lost-connection.ts'

/** The caller disconnected, or the response could no longer be written. */
const gone = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'UND_ERR_ABORTED'])

/**
 * Logs otherwise unhandled errors. A bug shuts the process down gracefully, because the state it left behind is
 * unknown. Lost connections, callers that disconnect, and failed page renderings are not such bugs: the callers they
 * concern received an error.
 *
 * Next.js adds its own handlers, which only print; with ours, a bug also ends a process that serves the web.
 */
export function catchBugs(log: Log, end: (code: number) => void): () => void {
  const onError = (error: unknown, origin: string) => {
    const isBug = !isLostConnection(error) && !isFromCaller(error) && !isFromPage(error)
    log[isBug ? 'fatal' : 'error']({ event: 'uncaught', origin, is_bug: isBug, err: error }, origin)
    if (isBug) end(1)
  }
  const onRejection = (error: unknown) => onError(error, 'unhandledRejection')
  process.on('uncaughtException', onError)
  process.on('unhandledRejection', onRejection)
  return () => {
    process.off('uncaughtException', onError)
    process.off('unhandledRejection', onRejection)
  }
}

const isFromCaller = (error: unknown) =>
  error instanceof Error && 'code' in error && gone.has(String(error.code))

/** React rejects promises that a page no longer awaits after another part of it failed. */
const isFromPage = (error: unknown) =>
  error instanceof Error && /[\\/]\.next[\\/]|[\\/]node_modules[\\/]next[\\/]/.test(error.stack ?? '')
