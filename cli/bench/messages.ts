import type { Size } from './size.ts'

/** What the parent and its children say to each other. Each child answers one message with one. */
export type TaskName =
  | 'read'
  | 'read_bare'
  | 'search'
  | 'search_sql'
  | 'book'
  | 'book_sql'
  | 'contend'
  | 'contend_sql'

/** What the load process is to do for so many seconds, with so many at a time. */
export interface Order {
  task: TaskName
  in_flight: number
  seconds: number
  /** Two rounds with different seeds ask for different things. */
  seed: number
  size: Size
  /** The midnight from which the loaded stays are counted. */
  base_at: string
  database_url: string
  product_url: string
  bare_url: string
}

export interface Result {
  task: TaskName
  in_flight: number
  per_second: number
  p50_ms: number
  p99_ms: number
  /** How often each outcome came: a status of HTTP or an outcome of the statement. */
  outcomes: Record<string, number>
  /** Seconds of processor time of the load process for each second: near 1 it is the limit itself. */
  load_cores: number
}

/** What a server process says of itself. */
export interface Usage {
  rss_mb: number
  heap_mb: number
  cpu_seconds: number
}

/** Signs quotes in the product's server and in the load process, which makes them as checkout would. */
export const benchSecret = 'the bench signs with this and keeps nothing'
