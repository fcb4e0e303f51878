import { declaredStatements } from '@openspot/db/rows.ts'
import type pg from 'pg'

interface PlanNode {
  'Node Type': string
  'Index Name'?: string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: PlanNode[]
}

/** Inserts a year of six paid reservations a day of the first spot of a lot, up to an instant, by each of its drivers in turn. */
export async function aYearOfReservations(
  pool: pg.Pool,
  {
    lot_id,
    spot_ids,
    user_ids,
    until,
  }: { lot_id: string; spot_ids: string[]; user_ids: string[]; until: string },
): Promise<void> {
  await pool.query(
    `with r as (
       insert into reservations (lot_id, spot_id, user_id, status, starts_at, ends_at, currency, total_cents, terms_version, cancel_until_at, created_at, created_by_user_id)
       select $1, $2, u.id, 'ACTIVE', t.at, t.at + interval '3 hours', 'USD', 0, 1, t.at, t.at, u.id
       from generate_series($4::timestamptz - interval '364 days 20 hours', $4, '4 hours') with ordinality t(at, n)
         join unnest($3::uuid[]) with ordinality u(id, n) on u.n = 1 + t.n % cardinality($3::uuid[]) returning id, user_id, starts_at)
     insert into invoices (lot_id, reservation_id, user_id, status, currency, total_cents, paid_cents, service_fee_cents, platform_share_cents, payment_kind, created_at, paid_at)
       select $1, id, user_id, 'PAID', 'USD', 0, 0, 0, 0, 'NONE', starts_at, starts_at from r`,
    [lot_id, spot_ids[0], user_ids, until],
  )
}

/**
 * Runs a declared statement under a plan for its values and a generic one, and returns how many rows each of them read from tables. The
 * tables must have been analyzed.
 */
export async function rowsRead(
  pool: pg.Pool,
  label: string,
  values: readonly (string | null)[],
  tables: readonly string[],
): Promise<number[]> {
  return (await plansOf(pool, label, values)).map((nodes) =>
    nodes.reduce(
      (sum, node) =>
        tables.includes(node['Relation Name'] ?? '')
          ? sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']
          : sum,
      0,
    ),
  )
}

/** Runs a declared statement under both plans, and returns all nodes of each. */
export async function plansOf(
  pool: pg.Pool,
  label: string,
  values: readonly (string | null)[],
): Promise<PlanNode[][]> {
  const statement = declaredStatements().find((one) => one.label === label)
  if (!statement) throw new Error(`There is no statement ${label}.`)
  const client = await pool.connect()
  try {
    const plans: PlanNode[][] = []
    for (const mode of ['force_custom_plan', 'force_generic_plan']) {
      await client.query(`set plan_cache_mode = ${mode}`)
      await client.query(`prepare measured as ${statement.text}`)
      const quoted = values.map((value) => (value === null ? 'null' : `'${value}'`)).join(', ')
      const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
        `explain (analyze, format json) execute measured(${quoted})`,
      )
      await client.query('deallocate measured')
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
      if (!plan) throw new Error(`PostgreSQL explained nothing about ${label}.`)
      plans.push(nodesOf(plan))
    }
    return plans
  } finally {
    client.release(true)
  }
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]
