import type { Log } from '@openspot/api/log.ts'
import { isLostConnection } from '@openspot/db/lost-connection.ts'

/** Whoever asked went away, or the answer could not be written to them any more. */
const gone = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'UND_ERR_ABORTED'])

/**
 * What reached nobody else is written to the log, and a bug ends the process in good order, because nobody knows what
 * state it left behind. Connections that are lost, callers that leave, and pages whose rendering fails are no such bugs:
 * whoever they concern has had their error.
 *
 * Next adds handlers of its own, which only print; with ours a bug ends a process that serves the web as well.
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

/** React rejects promises that a page no longer waits for once another of its parts has failed. */
const isFromPage = (error: unknown) =>
  error instanceof Error && /[\\/]\.next[\\/]|[\\/]node_modules[\\/]next[\\/]/.test(error.stack ?? '')
