import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { reportFailure } from '../../failures.ts'
import type { Log } from '../../log.ts'
import { reduceError } from '../../reduce-error.ts'
import type { Version } from './metrics.ts'
import type { Tracing } from './tracing.ts'

/** Creates the OTLP tracing. This module is loaded only if tracing is enabled (`startTracing`). */
export function traceTo(endpoint: string, environment: string, version: Version, log: Log): Tracing {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'openspot',
      'service.version': version.version,
      'deployment.environment.name': environment,
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(exporter, log) })],
  })
  const tracer = provider.getTracer('openspot')
  const activeContext = new AsyncLocalStorage<Context>()
  return {
    beginRequest(parent) {
      const above = contextOf(parent)
      const span = tracer.startSpan('request', { kind: SpanKind.SERVER }, above)
      const inside = trace.setSpan(above, span)
      return {
        enter: (work) => activeContext.run(inside, work),
        end(name, status, attributes) {
          span.updateName(name)
          span.setAttributes({ ...attributes, 'http.response.status_code': status })
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
          span.end()
        },
      }
    },
    begin(name, attributes) {
      const above = activeContext.getStore()
      if (!above) return () => {}
      const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes }, above)
      return (error) => endChild(span, error)
    },
    close: () => provider.shutdown().catch((error: unknown) => reportFailure(log, { task: 'traces', error })),
  }
}

/** An unavailable trace collector is only logged. */
const reporting = (exporter: SpanExporter, log: Log): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.error) reportFailure(log, { task: 'traces', error: result.error })
      done(result)
    }),
  shutdown: () => exporter.shutdown(),
})

function endChild(span: Span, error: unknown): void {
  if (error !== undefined && error !== null) {
    const { code, type } = reduceError(error)
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', code ?? type)
  }
  span.end()
}

/** W3C Trace Context: version, trace, span, flags. */
const traceparent = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

function contextOf(parent: string | null): Context {
  const [, traceId, spanId, flags = '00'] = traceparent.exec(parent ?? '') ?? []
  if (!traceId || !spanId) return ROOT_CONTEXT
  const isSampled = (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0
  return trace.setSpanContext(ROOT_CONTEXT, {
    traceId,
    spanId,
    isRemote: true,
    traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
  })
}
