import { monitoring } from '@openspot/core/error-monitoring/constants.ts'
import { isFrameworkSignal } from '@openspot/core/error-monitoring/left-out.ts'
import { maskEvent } from '@openspot/core/error-monitoring/mask-event.ts'
import { type ReportSettings, tunnelOf } from '@openspot/core/error-monitoring/page-settings.ts'
import {
  createStackParser,
  createTransport,
  type ErrorEvent,
  type Exception,
  linkedErrorsIntegration,
  Scope,
} from '@sentry/core'
import { nodeStackLineParser, ServerRuntimeClient } from '@sentry/core/server'
import { withOwnSources } from './own-sources.ts'

/** What is known about an error of a server besides itself. */
export interface About {
  source: 'api' | 'worker' | 'web_server'
  /** The route, the page, or the job. */
  place: string
  is_handled: boolean
  tags: Record<string, string>
  user_id: string | null
  /** The trace that a page began. */
  trace_id: string | null
}

/**
 * Creates the client of Sentry's SDK for servers, without its instrumentation, which would change the modules of the process.
 * `send` gets envelopes as they are sent.
 */
export function reportClient(
  settings: ReportSettings,
  send: (body: string | Uint8Array) => void,
): (error: Error, about: About) => void {
  const client = new ServerRuntimeClient({
    dsn: settings.dsn,
    tunnel: tunnelOf(settings),
    release: settings.release,
    environment: settings.environment,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    integrations: [linkedErrorsIntegration()],
    stackParser: createStackParser(nodeStackLineParser()),
    tracesSampleRate: monitoring.traces_sample_rate,
    sendClientReports: false,
    dataCollection: { userInfo: false, cookies: false, httpHeaders: false, httpBodies: [] },
    beforeSend: async (event) => maskEvent(await withSources(event)),
    transport: (options) =>
      createTransport(options, async ({ body }) => {
        send(body)
        return { statusCode: 200 }
      }),
  })
  client.init()
  return (error, { source, place, is_handled, tags, user_id, trace_id }) => {
    if (isFrameworkSignal(error)) return
    const scope = new Scope()
    scope.setClient(client)
    scope.setTags({ ...tags, source })
    if (user_id !== null) scope.setUser({ id: user_id })
    if (trace_id !== null) scope.setPropagationContext({ traceId: trace_id, sampleRand: 0 })
    scope.addEventProcessor((event) => ({ ...event, transaction: place }))
    client.captureException(
      error,
      { originalException: error, mechanism: { type: 'log', handled: is_handled } },
      scope,
    )
  }
}

async function withSources(event: ErrorEvent): Promise<ErrorEvent> {
  const values = await Promise.all((event.exception?.values ?? []).map(withOwnFrames))
  return { ...event, exception: { values } }
}

async function withOwnFrames(exception: Exception): Promise<Exception> {
  const frames = exception.stacktrace?.frames
  return frames ? { ...exception, stacktrace: { frames: await withOwnSources(frames) } } : exception
}
