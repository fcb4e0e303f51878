import type { Settings } from '@openspot/core/settings.ts'
import type { Log } from '../../log.ts'
import type { Version } from './metrics.ts'

export type Attributes = Record<string, string | number>

/** The tracing interface of the product. Only `otlp.ts` depends on OpenTelemetry, and only `sentry-traces.ts` knows Sentry. */
export interface Tracing {
  /**
   * Begins the span of a request or a job. `parent` is the `traceparent` header of a trusted caller, and `asked` the
   * `sentry-trace` header of any.
   */
  beginRequest(parent: string | null, asked?: string): RequestSpan
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

/** Joins several tracings into one; null if there is none. */
export function joined(tracings: readonly Tracing[]): Tracing | null {
  const [first, ...others] = tracings
  if (!first || others.length === 0) return first ?? null
  return {
    beginRequest(parent, asked) {
      const spans = tracings.map((tracing) => tracing.beginRequest(parent, asked))
      return {
        enter<T>(work: () => T): T {
          return spans.reduceRight<() => T>((inner, span) => () => span.enter(inner), work)()
        },
        end(name, status, attributes) {
          for (const span of spans) span.end(name, status, attributes)
        },
      }
    },
    begin(name, attributes) {
      const ends = tracings.map((tracing) => tracing.begin(name, attributes))
      return (error) => {
        for (const end of ends) end(error)
      }
    },
    async close() {
      await Promise.all(tracings.map((tracing) => tracing.close()))
    },
  }
}
