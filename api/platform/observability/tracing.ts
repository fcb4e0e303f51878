import type { Settings } from '@openspot/core/settings.ts'
import type { Log } from '../../log.ts'
import type { Version } from './metrics.ts'

type Attributes = Record<string, string | number>

/** The tracing interface of the product. Only `otlp.ts` depends on OpenTelemetry. */
export interface Tracing {
  /** Begins the span of a request. `parent` is the `traceparent` header of a trusted caller. */
  beginRequest(parent: string | null): RequestSpan
  /** Begins a span within the current request, if there is one. The returned function ends it. */
  begin(name: string, attributes: Attributes): (error?: unknown) => void
  /** Sends the remaining spans. */
  close(): Promise<void>
}

export interface RequestSpan {
  /** Runs `work` so that spans begun in it, and in whatever it starts, become children of this one. */
  enter<T>(work: () => T): T
  end(name: string, status: number, attributes: Attributes): void
}

/** Starts tracing. Returns null without an endpoint, and then loads nothing of OpenTelemetry. */
export async function startTracing(
  settings: Pick<Settings, 'otlp_endpoint' | 'environment'>,
  version: Version,
  log: Log,
): Promise<Tracing | null> {
  if (settings.otlp_endpoint === null) return null
  const { traceTo } = await import('./otlp.ts')
  return traceTo(settings.otlp_endpoint, settings.environment, version, log)
}
