import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { PAGE_ERRORS, type PageError } from '@openspot/core/error-monitoring/page-errors.ts'
import type { ReportSettings } from '@openspot/core/error-monitoring/page-settings.ts'
import { isLostConnection } from '@openspot/db/lost-connection.ts'
import { type Log, tellErrorsTo } from '../../log.ts'
import type { Ports } from '../../ports.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { SentryTraces } from '../observability/sentry-traces.ts'
import { plainError } from './plain-error.ts'
import type { About } from './report-client.ts'
import { type PostEnvelope, ReportQueue } from './send-reports.ts'

interface ReportDeps {
  log: Log
  ports: Pick<Ports, 'pause' | 'now'>
  metrics: Pick<Metrics, 'countReport'>
  settings: ReportSettings
  /** Whether errors without a route or a task belong to jobs, because the process serves nothing. */
  is_worker: boolean
  post: PostEnvelope
  sentry_traces?: SentryTraces | null
}

type Capture = (error: Error, about: About) => void

/**
 * Reports every error that this process logs, those of pages that it renders, and the requests and jobs that are traced. Nothing waits for it, and it can't fail anything. The SDK is
 * loaded with the first error. Returns what ends it.
 */
export function reportErrors(deps: ReportDeps): () => Promise<void> {
  const queue = new ReportQueue(deps)
  let capture: Promise<Capture> | null = null
  const makeCapture = async (): Promise<Capture> => {
    const { reportClient } = await import('./report-client.ts')
    return reportClient(deps.settings, (body) => queue.add(body))
  }
  const captureSoon = async (error: Error, about: About) => {
    try {
      capture ??= makeCapture()
      const to = await capture
      to(plainError(error), about)
    } catch (failure) {
      queue.lose('not_reportable', failure)
    }
  }
  const report = (error: Error, about: About) => {
    if (queue.hasRoom) void captureSoon(error, about)
    else queue.lose('queue_full')
  }
  const onPageError = (message: unknown) => {
    const { error, method, page } = message as PageError
    if (error instanceof Error)
      report(error, { ...nothingKnown, source: 'web_server', place: page, tags: { method } })
  }
  tellErrorsTo(deps.log, (error, fields) => {
    // A database that is gone is alerted, and could not keep it.
    if (isOwnFailure(fields) || isLostConnection(error)) return
    report(error, aboutLine(fields, deps.is_worker))
  })
  subscribe(PAGE_ERRORS, onPageError)
  deps.sentry_traces?.sendTo((body) => queue.add(body))
  return async () => {
    tellErrorsTo(deps.log, null)
    deps.sentry_traces?.sendTo(null)
    unsubscribe(PAGE_ERRORS, onPageError)
    // What was logged a moment ago is on its way to the queue.
    await capture?.catch(() => {
      // It was counted with the error that needed it.
    })
    await queue.close()
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Failures of reporting itself, which would be reported forever. */
const isOwnFailure = ({ route, task, event }: Fields): boolean =>
  route === '/m' || task === 'count_error_drops' || event === 'report_lost'

const nothingKnown = { is_handled: true, user_id: null, trace_id: null } as const

function aboutLine(fields: Fields, isWorker: boolean): About {
  const { route, task, name, event, origin, is_bug, user_id, trace_id } = fields
  const place = [route, task, name, origin, event].find((each) => typeof each === 'string' && each !== '')
  const isJob = typeof task === 'string' || (typeof route !== 'string' && isWorker)
  return {
    source: isJob ? 'worker' : 'api',
    place: String(place ?? ''),
    is_handled: is_bug !== true,
    user_id: typeof user_id === 'string' ? user_id : null,
    trace_id: typeof trace_id === 'string' ? trace_id : null,
    tags: textsOf(fields, ['method', 'code', 'task', 'event', 'attempt', 'request_id', 'lot_id']),
  }
}

const textsOf = (fields: Fields, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = fields[name]
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : []
    }),
  )
