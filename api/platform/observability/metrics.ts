import type { OneOfSeveral } from '@openspot/core/settings-processes.ts'
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
  /** Counts a public page by whether it was rendered or a copy of it was sent again. */
  countSharedPage(outcome: 'rendered' | 'sent_again'): void
  /** Counts an event of product analytics that was stored. */
  countUsage(event: string): void
  /** Counts failures of a vendor that pages use: `bot_check` or `map`. */
  countVendorFailure(vendor: 'bot_check' | 'map', reason: string): void
  /** Counts events by whether PostHog got them. */
  countForwarded(outcome: string, events: number): void
  /** Counts a report of an error of this process by whether it was sent or lost. */
  countReport(outcome: 'sent' | 'lost'): void
  /** Counts envelopes of error reports by whether Sentry got them. */
  countEnvelopes(outcome: 'sent' | 'failed' | 'lost', envelopes: number): void
  /** Counts a search by what answered it. */
  countSearch(by: 'index' | 'database'): void
  /** Counts why the index of search was loaded again. */
  countIndexFault(reason: 'behind' | 'mismatch' | 'broken'): void
  /** Sets what the index of search knows. */
  setSearchIndex(index: { is_ready: boolean; lots: number; taken_times: number }): void
  /** Sets which of several processes this one is, and how often it was replaced. */
  setProcess(process: OneOfSeveral): void
  /** Counts a server of the API that became unreachable or silent, or is back, seen by a process that relays to it. */
  setApiLost(is_lost: boolean, reason: 'unreachable' | 'silent'): void
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
  const sharedPages = new Counter({
    name: 'openspot_shared_pages_total',
    help: 'Number of public pages that were rendered, or sent again from memory.',
    labelNames: ['outcome'],
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
  const envelopes = new Counter({
    name: 'openspot_error_envelopes_forwarded_total',
    help: 'Number of envelopes of error reports that were sent to Sentry, could not be sent, or were lost.',
    labelNames: ['outcome'],
    registers,
  })
  const vendorFailures = new Counter({
    name: 'openspot_page_vendor_failures_total',
    help: 'Number of failures of a vendor that pages use, seen by the server or reported by browsers.',
    labelNames: ['vendor', 'reason'],
    registers,
  })
  const reports = new Counter({
    name: 'openspot_error_reports_total',
    help: 'Number of errors of this process that were reported, or could not be.',
    labelNames: ['outcome'],
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
  const searches = new Counter({
    name: 'openspot_searches_total',
    help: 'Number of searches by what answered them: the index in memory, or the database.',
    labelNames: ['by'],
    registers,
  })
  const indexFaults = new Counter({
    name: 'openspot_search_index_faults_total',
    help: 'Number of times that the index of search was dropped and loaded again, by reason.',
    labelNames: ['reason'],
    registers,
  })
  const index = new Gauge({
    name: 'openspot_search_index',
    help: 'What the index of search knows: whether it answers (ready), lots, and taken times.',
    labelNames: ['what'],
    registers,
  })
  const restarts = new Gauge({
    name: 'openspot_process_restarts',
    help: 'How often one of several processes on a port took the place of one that ended.',
    labelNames: ['process'],
    registers,
  })
  const apisLost = new Counter({
    name: 'openspot_apis_lost_total',
    help: 'How often a server of the API was lost to the web, because it refused connections or did not answer.',
    labelNames: ['reason'],
    registers,
  })
  const apisLostNow = new Gauge({
    name: 'openspot_apis_lost',
    help: 'Number of servers of the API that are lost to the web now.',
    registers,
  })
  return {
    registry,
    setApiLost(is_lost, reason) {
      if (is_lost) apisLost.inc({ reason })
      apisLostNow.inc(is_lost ? 1 : -1)
    },
    setProcess: ({ number, restarts: count }) => restarts.set({ process: String(number) }, count),
    countSearch: (by) => searches.inc({ by }),
    countIndexFault: (reason) => indexFaults.inc({ reason }),
    setSearchIndex({ is_ready, lots, taken_times }) {
      index.set({ what: 'ready' }, is_ready ? 1 : 0)
      index.set({ what: 'lots' }, lots)
      index.set({ what: 'taken_times' }, taken_times)
    },
    observeRequest({ route, method }, status, seconds) {
      requests.observe({ route, method, status_class: `${Math.floor(status / 100)}xx` }, seconds)
    },
    observeProvider(operation, outcome, seconds) {
      provider.observe({ operation, outcome }, seconds)
    },
    countUsage: (event) => usage.inc({ event }),
    countForwarded: (outcome, events) => forwarded.inc({ outcome }, events),
    countEnvelopes: (outcome, count) => envelopes.inc({ outcome }, count),
    countVendorFailure: (vendor, reason) => vendorFailures.inc({ vendor, reason }),
    countReport: (outcome) => reports.inc({ outcome }),
    countShed: (kind) => shed.inc({ kind }),
    countSharedPage: (outcome) => sharedPages.inc({ outcome }),
    openStream() {
      streams.inc()
      return () => streams.dec()
    },
  }
}
