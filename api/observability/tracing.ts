import type { Settings } from '@openspot/core/settings.ts'
import type { Log } from '../log.ts'
import type { Version } from './metrics.ts'

type Attributes = Record<string, string | number>

/** Spans as the rest of the product makes them. What OpenTelemetry is stays in `otlp.ts`. */
export interface Tracing {
  /** Begins the span of a request. `parent`: the `traceparent` header of a caller who may name one. */
  beginRequest(parent: string | null): RequestSpan
  /** Begins a span within the present request; where there is none, nothing. The answer ends it. */
  begin(name: string, attributes: Attributes): (error?: unknown) => void
  /** Sends what is left. */
  close(): Promise<void>
}

export interface RequestSpan {
  /** Runs `work` so that spans begun in it, and in whatever it starts, are children of this one. */
  enter<T>(work: () => T): T
  end(name: string, status: number, attributes: Attributes): void
}

/** Null without an address to send traces to: then nothing of OpenTelemetry is loaded. */
export async function startTracing(
  settings: Pick<Settings, 'otlp_endpoint' | 'environment'>,
  version: Version,
  log: Log,
): Promise<Tracing | null> {
  if (settings.otlp_endpoint === null) return null
  const { traceTo } = await import('./otlp.ts')
  return traceTo(settings.otlp_endpoint, settings.environment, version, log)
}
