import type { Size } from './size.ts'

/** Messages between the parent and its children. Each child answers one message with one. */
export type TaskName =
  | 'read'
  | 'read_bare'
  | 'search'
  | 'search_narrow'
  | 'search_sql'
  | 'book'
  | 'book_sql'
  | 'book_minimal'
  | 'monitor'
  | 'home_page'
  | 'lot_page'
  | 'results_page'
  | 'new_results_page'
  | 'stadium'
  | 'contend'
  | 'contend_sql'

/** A task for the load process with its duration and concurrency. */
export interface Order {
  task: TaskName
  in_flight: number
  seconds: number
  /** Calls begun per second; null begins each when the one before has its answer. */
  per_second: number | null
  /** Two rounds with different seeds make different requests. */
  seed: number
  size: Size
  /** The midnight from which the loaded reservations are counted. */
  base_at: string
  database_url: string
  product_url: string
  bare_url: string
}

export interface Result {
  task: TaskName
  in_flight: number
  per_second: number
  mean_ms: number
  p50_ms: number
  p99_ms: number
  /** Number of each outcome: an HTTP status or an outcome of the statement. */
  outcomes: Record<string, number>
  /** CPU seconds of the load process per second: near 1, it is the bottleneck. */
  load_cores: number
}

/** A server process's report about itself. */
export interface Usage {
  rss_mb: number
  /** The most since it was last asked for. */
  peak_rss_mb: number
  heap_mb: number
  cpu_seconds: number
}

/** What a process of the product does. */
export const productRoles = {
  product: 'api',
  product_with_pages: 'api,web',
  worker: 'worker',
} as const

/** Signs quotes in the product's server and in the load process, which creates them like checkout. */
export const benchSecret = 'the bench signs with this and keeps nothing'
