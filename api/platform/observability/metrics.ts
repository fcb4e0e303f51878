import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { RequestFacts } from './request-lines.ts'

export interface Version {
  version: string
  /** The commit of the checkout, or null if there is none. */
  commit: string | null
}

/** The metrics of this process for Prometheus. `docs/monitoring.md` lists their names and meanings. */
export interface Metrics {
  registry: Registry
  observeRequest(facts: RequestFactsForMetrics, status: number, seconds: number): void
  observeProvider(operation: string, outcome: string, seconds: number): void
  countShed(kind: 'api' | 'page'): void
  /** Counts an event of product analytics that was stored. */
  countUsage(event: string): void
  /** Counts failures of a vendor that pages use: `bot_check` or `map`. */
  countVendorFailure(vendor: 'bot_check' | 'map', reason: string): void
  /** Counts events by whether PostHog got them. */
  countForwarded(outcome: string, events: number): void
  /** Counts an open event stream until the returned function is called. */
  openStream(): () => void
}

type RequestFactsForMetrics = Pick<RequestFacts, 'method' | 'route'>

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Creates the metrics. `withDefaults` adds process metrics (memory, CPU, event loop), which have a small constant cost.
 */
export function createMetrics({ version, commit }: Version, withDefaults: boolean): Metrics {
  const registry = new Registry()
  const registers = [registry]
  if (withDefaults) collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'openspot_build_info',
    help: 'Always 1. The labels have the running version.',
    labelNames: ['version', 'commit'],
    registers,
  }).set({ version, commit: commit ?? '' }, 1)
  const requests = new Histogram({
    name: 'openspot_http_request_duration_seconds',
    help: 'Request duration, without event streams.',
    labelNames: ['route', 'method', 'status_class'],
    buckets: seconds,
    registers,
  })
  const shed = new Counter({
    name: 'openspot_http_requests_shed_total',
    help: 'Number of requests rejected because of event loop delay.',
    labelNames: ['kind'],
    registers,
  })
  const usage = new Counter({
    name: 'openspot_usage_events_total',
    help: 'Number of stored events of pages and calls.',
    labelNames: ['event'],
    registers,
  })
  const forwarded = new Counter({
    name: 'openspot_usage_events_forwarded_total',
    help: 'Number of events that were sent to PostHog, could not be sent, or were given up.',
    labelNames: ['outcome'],
    registers,
  })
  const vendorFailures = new Counter({
    name: 'openspot_page_vendor_failures_total',
    help: 'Number of failures of a vendor that pages use, seen by the server or reported by browsers.',
    labelNames: ['vendor', 'reason'],
    registers,
  })
  const provider = new Histogram({
    name: 'openspot_provider_request_duration_seconds',
    help: 'Duration of one call to the payment provider.',
    labelNames: ['operation', 'outcome'],
    buckets: [...seconds, 20],
    registers,
  })
  const streams = new Gauge({
    name: 'openspot_event_streams_open',
    help: 'Number of open event streams.',
    registers,
  })
  return {
    registry,
    observeRequest({ route, method }, status, seconds) {
      requests.observe({ route, method, status_class: `${Math.floor(status / 100)}xx` }, seconds)
    },
    observeProvider(operation, outcome, seconds) {
      provider.observe({ operation, outcome }, seconds)
    },
    countUsage: (event) => usage.inc({ event }),
    countForwarded: (outcome, events) => forwarded.inc({ outcome }, events),
    countVendorFailure: (vendor, reason) => vendorFailures.inc({ vendor, reason }),
    countShed: (kind) => shed.inc({ kind }),
    openStream() {
      streams.inc()
      return () => streams.dec()
    },
  }
}
