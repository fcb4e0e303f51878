import type { Database } from '@openspot/db/database.ts'
import type { DB } from '@openspot/db/types.ts'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

/** One statement as the server ran it, those inside functions and triggers and behind references included. */
export interface Plan {
  text: string
  ms: number
  rows: number
  buffers: number
  /** Large tables that were read from one end to the other, or whose index was. */
  scans: string[]
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Actual Total Time'?: number
  Plans?: Node[]
}

const large = new Set([
  'lots',
  'spots',
  'reservations',
  'occupancy',
  'invoices',
  'invoice_lines',
  'payments',
  'refunds',
  'sessions',
  'users',
  'memberships',
])

/**
 * A database whose server tells each statement's plan, with what it really cost (auto_explain): the product's own code
 * runs on it, so that what is explained is what the product asks and cannot grow apart from it.
 *
 * `generic` plans are those made without the parameters, which a prepared statement may come to after five calls.
 */
export function explainedDatabase(
  url: string,
  plan: 'custom' | 'generic',
): { database: Database; take: () => Plan[] } {
  const plans: Plan[] = []
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
    plan_cache_mode: `force_${plan}_plan`,
    // Compiling a statement is the planner's to choose, and noise in a single run.
    jit: 'off',
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    options: Object.entries(settings)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  })
  pool.on('connect', (client) => {
    client.on('notice', ({ message }) => {
      const found = message === undefined ? null : read(message)
      if (found) plans.push(found)
    })
  })
  const database: Database = {
    db: new Kysely<DB>({ dialect: new PostgresDialect({ pool }) }),
    pool,
    url,
    close: () => pool.end(),
  }
  return { database, take: () => plans.splice(0) }
}

function read(message: string): Plan | null {
  const match = /^duration: ([\d.]+) ms {2}plan:\n/.exec(message)
  if (!match) return null
  const { 'Query Text': text, Plan: root } = JSON.parse(message.slice(match[0].length)) as {
    'Query Text': string
    Plan: Node
  }
  return {
    text: text.replace(/\s+/g, ' ').trim(),
    ms: Number(match[1]),
    rows: (root['Actual Rows'] ?? 0) * (root['Actual Loops'] ?? 1),
    buffers: buffersOf(root),
    scans: scansOf(root),
  }
}

function scansOf(node: Node): string[] {
  const table = node['Relation Name']
  // A part of a plan that was never run has read nothing, but would: it counts all the same.
  const isScan = node['Node Type'] === 'Seq Scan' || readsWholeIndex(node)
  const own = isScan && table !== undefined && large.has(table) ? [table] : []
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)]
}

/** An index that is read from one end to the other for a few rows is a scan by another name. */
function readsWholeIndex(node: Node): boolean {
  if (!node['Node Type'].includes('Index')) return false
  const own = buffersOf(node) - (node.Plans ?? []).reduce((sum, child) => sum + buffersOf(child), 0)
  // Ten levels and a page a row are more than any look-up takes.
  return own / (node['Actual Loops'] || 1) > 200 + 10 * (node['Actual Rows'] ?? 0)
}

const buffersOf = (node: Node) => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)
