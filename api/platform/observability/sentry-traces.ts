import { AsyncLocalStorage } from 'node:async_hooks'
import { monitoring } from '@openspot/core/error-monitoring/constants.ts'
import { isLeftOutOfTraces } from '@openspot/core/error-monitoring/left-out.ts'
import type { Ports } from '../../ports.ts'
import { reduceError } from '../../reduce-error.ts'
import type { Attributes, RequestSpan, Tracing } from './tracing.ts'

interface TraceSettings {
  dsn: string
  release: string
  environment: string
}

/** Tracing of a part of the requests for Sentry. Until `sendTo` was called, nothing is traced. */
export interface SentryTraces extends Tracing {
  /** Sets what sends the envelopes, or ends tracing (null). */
  sendTo(send: ((body: string) => void) | null): void
}

/** Times in seconds since 1970, as Sentry's protocol has them (https://develop.sentry.dev/sdk/data-model/event-payloads/). */
interface Span {
  span_id: string
  parent_span_id: string
  trace_id: string
  op: string
  description: string
  start_timestamp: number
  timestamp: number
  status: string
  data: Attributes
}

interface Transaction {
  trace_id: string
  span_id: string
  parent_span_id: string | null
  start_timestamp: number
  spans: Span[]
}

/** More spans of one request would not make it clearer. */
const MAX_SPANS = 200

/** The header with which pages continue their trace: trace, span, and whether it is sampled. */
const continued = /^([0-9a-f]{32})-([0-9a-f]{16})(?:-([01]))?$/

/** Requests of machines, and of reporting itself, which would be traced forever. */
const isRoutine = (route: string): boolean =>
  route === '/m' ||
  route === '/metrics' ||
  route === '/_next/*' ||
  route === '/*.file' ||
  route.startsWith('/api/health/')

/** Redirects of the page framework, and its page for addresses that do not exist. */
const isLeftOutPage = (route: string, status: number): boolean =>
  !/^\/api(?:\/|$)/.test(route) &&
  ((status >= 300 && status < 400) || status === 404 || isLeftOutOfTraces(route))

/** Traces as many requests and jobs as the specification says. A page that began a trace has decided for its calls. */
export function traceToSentry(settings: TraceSettings, ports: Pick<Ports, 'now' | 'random'>): SentryTraces {
  const active = new AsyncLocalStorage<Transaction>()
  let send: ((body: string) => void) | null = null
  const seconds = () => ports.now().getTime() / 1000
  const id = (bytes: number) => ports.random(bytes).toString('hex')
  const isDrawn = () => ports.random(4).readUInt32BE() / 2 ** 32 < monitoring.traces_sample_rate

  function begin(name: string, attributes: Attributes): (error?: unknown) => void {
    const transaction = active.getStore()
    if (!transaction || transaction.spans.length >= MAX_SPANS) return () => {}
    const { trace_id, span_id: parent_span_id } = transaction
    const start_timestamp = seconds()
    return (error) => {
      const failure = error === undefined || error === null ? null : reduceError(error)
      transaction.spans.push({
        span_id: id(8),
        parent_span_id,
        trace_id,
        op: 'db.system.name' in attributes ? 'db' : 'http.client',
        description: name,
        start_timestamp,
        timestamp: seconds(),
        status: failure === null ? 'ok' : 'internal_error',
        data: failure === null ? attributes : { ...attributes, 'error.type': failure.code ?? failure.type },
      })
    }
  }

  function finish(transaction: Transaction, name: string, status: number, attributes: Attributes): void {
    const { trace_id, span_id, parent_span_id, start_timestamp, spans } = transaction
    const route = String(attributes['http.route'] ?? '')
    if (isRoutine(route) || (route !== '' && isLeftOutPage(route, status))) return
    const event_id = id(16)
    const isJob = route === ''
    const event = {
      event_id,
      type: 'transaction',
      platform: 'node',
      transaction: name,
      transaction_info: { source: isJob ? 'task' : 'route' },
      start_timestamp,
      timestamp: seconds(),
      release: settings.release,
      environment: settings.environment,
      tags: { source: isJob ? 'worker' : /^\/api(?:\/|$)/.test(route) ? 'api' : 'web_server' },
      contexts: {
        trace: {
          trace_id,
          span_id,
          ...(parent_span_id === null ? {} : { parent_span_id }),
          op: isJob ? 'queue.process' : 'http.server',
          status: statusText(status),
          data: { ...attributes, 'http.response.status_code': status },
        },
      },
      spans,
    }
    const header = { event_id, sent_at: ports.now().toISOString(), dsn: settings.dsn }
    send?.([header, { type: 'transaction' }, event].map((line) => JSON.stringify(line)).join('\n'))
  }

  return {
    beginRequest(_parent, asked = '') {
      const [, trace, parent, flag] = continued.exec(asked) ?? []
      if (send === null || !(flag === undefined ? isDrawn() : flag === '1')) return untraced
      const transaction: Transaction = {
        trace_id: trace ?? id(16),
        span_id: id(8),
        parent_span_id: parent ?? null,
        start_timestamp: seconds(),
        spans: [],
      }
      return {
        enter: (work) => active.run(transaction, work),
        end: (name, status, attributes) => finish(transaction, name, status, attributes),
      }
    },
    begin,
    sendTo(next) {
      send = next
    },
    close: async () => {},
  }
}

const untraced: RequestSpan = { enter: (work) => work(), end: () => {} }

/** The names of Sentry for statuses of HTTP. */
function statusText(status: number): string {
  if (status < 400) return 'ok'
  if (status >= 500) return status === 503 ? 'unavailable' : 'internal_error'
  const names: Record<number, string> = {
    400: 'invalid_argument',
    401: 'unauthenticated',
    403: 'permission_denied',
    404: 'not_found',
    409: 'already_exists',
    429: 'resource_exhausted',
  }
  return names[status] ?? 'failed_precondition'
}
