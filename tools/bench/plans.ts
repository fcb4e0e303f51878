import type { Database } from '@openspot/db/database.ts'
import { preparedDialect } from '@openspot/db/prepared-dialect.ts'
import type { DB } from '@openspot/db/types.ts'
import { Kysely } from 'kysely'
import pg from 'pg'

/** One statement as the server ran it, including those in functions, triggers, and foreign key checks. */
export interface Plan {
  text: string
  ms: number
  rows: number
  buffers: number
  /** Large tables whose rows or index were read completely. */
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

const explainSettings = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
  // JIT compilation is optional for the planner, and noise in a single run.
  jit: 'off',
}

/** Allows the application's role to have its statements explained, which needs a superuser otherwise. */
export async function allowExplain(owner: pg.Client, role: string): Promise<void> {
  // The privilege is known to exist for `auto_explain` only once that is loaded.
  await owner.query(`load 'auto_explain'`)
  for (const name of Object.keys(explainSettings)) {
    if (name !== 'jit') await owner.query(`grant set on parameter ${name} to ${pg.escapeIdentifier(role)}`)
  }
}

/**
 * A database whose server logs each statement's plan with its actual cost (auto_explain). The product's own code runs
 * on it, so the explained statements are always the real ones.
 *
 * `generic` plans are those made without parameters, which a prepared statement may switch to after five calls.
 */
export function explainedDatabase(
  url: string,
  plan: 'custom' | 'generic',
): { database: Database; take: () => Plan[] } {
  const plans: Plan[] = []
  const settings = { ...explainSettings, plan_cache_mode: `force_${plan}_plan` }
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
    db: new Kysely<DB>({ dialect: preparedDialect(pool) }),
    pool,
    url,
    direct_url: url,
    job_schema: 'graphile_worker',
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
  // A part of a plan that never ran has read nothing, but it would, so it counts.
  const isScan = node['Node Type'] === 'Seq Scan' || readsWholeIndex(node)
  const own = isScan && table !== undefined && large.has(table) ? [table] : []
  return [...own, ...(node.Plans ?? []).flatMap(scansOf)]
}

/** An index that is read completely for a few rows is in effect a scan. */
function readsWholeIndex(node: Node): boolean {
  if (!node['Node Type'].includes('Index')) return false
  const own = buffersOf(node) - (node.Plans ?? []).reduce((sum, child) => sum + buffersOf(child), 0)
  // Ten levels plus one page per row are more than any lookup takes.
  return own / (node['Actual Loops'] || 1) > 200 + 10 * (node['Actual Rows'] ?? 0)
}

const buffersOf = (node: Node) => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)
