import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { holdParameter } from '@openspot/api/booking/reservations/hold.sql.ts'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { appRole } from '@openspot/db/privileges.ts'
import pg from 'pg'
import { fill } from './fill.ts'
import { requestsOf } from './requests.ts'
import { idOf, type Size } from './size.ts'

const size: Size = { name: 'trial', cities: 1, lots: 200, spots: 20_000, reservations: 100_000, users: 4000 }
const pairs = 25
const sliceMs = 800
const inFlight = 2

/** Row-level security as it would be adopted: the call's lot and person are settings of the transaction. */
const lot = `nullif(current_setting('openspot.lot', true), '')::uuid`
const person = `nullif(current_setting('openspot.person', true), '')::uuid`
const ofLot = ['invoice_lines', 'payments', 'refunds', 'payout_lines', 'ledger_transactions', 'plan_bills']
const ofLotOrPerson = ['reservations', 'invoices', 'payouts', 'earnings', 'ledger_entries', 'subscriptions']
const ofPerson = ['cars', 'payment_methods', 'payment_customers']
const policy = (table: string, rule: string) =>
  `alter table ${table} enable row level security; alter table ${table} force row level security;
   create policy scope on ${table} using (${rule}) with check (${rule});`
const rowSecurity = [
  ...ofLot.map((table) => policy(table, `lot_id = ${lot}`)),
  ...ofLotOrPerson.map((table) => policy(table, `lot_id = ${lot} or user_id = ${person}`)),
  ...ofPerson.map((table) => policy(table, `user_id = ${person}`)),
].join('\n')

/**
 * Sets the settings in the same round trip as the statement. They must be set before a row is read, which a join does
 * not guarantee: the planner may read the table first and then find nothing. Only a function guarantees the order.
 */
const functions = `
create view trial_reservations as
  select r.id, r.lot_id, r.spot_id, r.user_id, r.car_id, r.status, r.starts_at, r.ends_at, r.total_cents, s.label,
    i.id as invoice_id, i.status as invoice_status, i.total_cents as invoice_cents, i.refunded_cents
  from reservations r join spots s on s.id = r.spot_id and s.lot_id = r.lot_id
    left join invoices i on i.reservation_id = r.id and i.lot_id = r.lot_id;
alter view trial_reservations set (security_invoker = true);
create function trial_scope(p_lot text, p_person text) returns void language plpgsql as $$
begin
  perform set_config('openspot.lot', p_lot, true), set_config('openspot.person', p_person, true);
end $$;
create function trial_read(p_id uuid, p_lot text, p_person text) returns setof trial_reservations language plpgsql as $$
begin
  perform set_config('openspot.lot', p_lot, true), set_config('openspot.person', p_person, true);
  return query select * from trial_reservations where id = p_id;
end $$;
create function trial_book(p jsonb, p_lot text, p_person text, out outcome text, out reservation_id uuid) language plpgsql as $$
begin
  perform set_config('openspot.lot', p_lot, true), set_config('openspot.person', p_person, true);
  select h.outcome, h.reservation_id into outcome, reservation_id from hold_spot(now(), p) h;
end $$;
grant select on trial_reservations to ${appRole};`

const plain = {
  read: 'select * from trial_reservations where id = $1',
  book: 'select * from hold_spot(now(), $1)',
} as const
const inFunction = {
  read: 'select * from trial_read($1, $2, $3)',
  book: 'select * from trial_book($1, $2, $3)',
} as const
type Task = keyof typeof plain
type Way = 'plain' | 'function' | 'transaction'

interface Call {
  subject: string
  lot_id: string
  user_id: string
}

async function send(client: pg.Client, task: Task, way: Way, { subject, lot_id, user_id }: Call) {
  if (way === 'function') {
    const values = [subject, lot_id, user_id]
    return client.query({ name: `${task} in a function`, text: inFunction[task], values })
  }
  const statement = { name: task, text: plain[task], values: [subject] }
  if (way === 'plain') return client.query(statement)
  await client.query('begin')
  await client.query({ name: 'scope', text: 'select trial_scope($1, $2)', values: [lot_id, user_id] })
  const result = await client.query(statement)
  await client.query('commit')
  return result
}

/** One side of a pair: several connections to one database. */
interface Side {
  clients: pg.Client[]
  way: Way
  calls: number
  cpu_ms: number
  took_ms: number
}

async function sideOf(url: string, way: Way): Promise<Side> {
  const clients = Array.from({ length: inFlight }, () => new pg.Client({ connectionString: url }))
  for (const client of clients) {
    client.on('error', () => {})
    await client.connect()
  }
  return { clients, way, calls: 0, cpu_ms: 0, took_ms: 0 }
}

/** CPU time of the server processes behind these connections, which is independent of other work on the machine. */
async function serverCpu(clients: pg.Client[]): Promise<number> {
  let ticks = 0
  for (const client of clients) {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const fields = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    ticks += Number(fields[11]) + Number(fields[12])
  }
  return ticks * 10
}

/** Throws if a call finds nothing, because that rate would be meaningless. */
async function slice(side: Side, task: Task, next: () => Call): Promise<number> {
  const before = await serverCpu(side.clients)
  const started = performance.now()
  let calls = 0
  await Promise.all(
    side.clients.map(async (client) => {
      while (performance.now() - started < sliceMs) {
        const { rows } = await send(client, task, side.way, next())
        if (rows.length !== 1) throw new Error(`${task} by ${side.way} found nothing.`)
        calls += 1
      }
    }),
  )
  const took = performance.now() - started
  side.cpu_ms += (await serverCpu(side.clients)) - before
  side.calls += calls
  side.took_ms += took
  return calls / took
}

/**
 * Measures the cost of row-level security on tables with money and people for reads by ID and bookings, in the database
 * only: the ratio with and without it, in alternating slices of one run, because other work affects rates more than
 * ratios.
 */
export async function tryRowSecurity(print: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openspot-trial-'))
  const cluster = await startCluster(folder)
  try {
    const base_at = await prepare(cluster.url, print)
    const preferences = requestsOf({ seed: 7, size, base_at })
    const reads = await someReservations(cluster.url('without'))
    let at = 0
    const nextRead = () => reads[at++ % reads.length] ?? { subject: '', lot_id: '', user_id: '' }
    const nextBooking = () => {
      const { hold } = preferences.booking()
      return { subject: holdParameter(hold), lot_id: hold.lot_id, user_id: hold.user_id }
    }
    for (const task of ['read', 'book'] as const) {
      const next = task === 'read' ? nextRead : nextBooking
      for (const [title, database, way] of [
        ['no change (noise)', 'without', 'plain'],
        ['settings by a function, no policies', 'without', 'function'],
        ['policies, settings by a function', 'with', 'function'],
        ['policies, settings in a transaction', 'with', 'transaction'],
      ] as const) {
        const one = await sideOf(cluster.appUrl('without'), 'plain')
        const other = await sideOf(cluster.appUrl(database), way)
        const ratios: number[] = []
        for (let pair = 0; pair < pairs; pair++) {
          // Alternates which side goes first, so that neither always runs under the same conditions.
          const order = pair % 2 ? [one, other] : [other, one]
          const rates = new Map<Side, number>()
          for (const side of order) rates.set(side, await slice(side, task, next))
          ratios.push((rates.get(other) ?? 0) / (rates.get(one) ?? 1))
        }
        print(`${task}: ${title}: ${reportOf(ratios, one, other)}`)
        for (const client of [...one.clients, ...other.clients]) await client.end()
      }
    }
  } finally {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function reportOf(ratios: number[], one: Side, other: Side): string {
  ratios.sort((a, b) => a - b)
  const percent = (share = 0) => `${share < 1 ? '' : '+'}${((share - 1) * 100).toFixed(1)} %`
  const quartile = (n: number) => percent(ratios[Math.floor((ratios.length * n) / 4)])
  const [was, is] = [one.cpu_ms / one.calls, other.cpu_ms / other.calls]
  return `rate ${quartile(2)} (quartiles ${quartile(1)} to ${quartile(3)}), server CPU a call ${was.toFixed(3)} to ${is.toFixed(3)} ms (${percent(is / was)})`
}

/**
 * Creates two databases with the same rows, the second with policies. Returns the time from which the rows are counted.
 */
async function prepare(urlOf: (name: string) => string, print: (line: string) => void): Promise<string> {
  const base = new Date(Math.floor(Date.now() / 86_400_000 - 5) * 86_400_000)
  await onDatabase(urlOf('postgres'), (client) => client.query('create database without'))
  await migrate(urlOf('without'), () => {}, appRole)
  await onDatabase(urlOf('without'), async (client) => {
    await fill(client, size, base, 7, print)
    await client.query(functions)
  })
  await onDatabase(urlOf('postgres'), (client) => client.query('create database "with" template without'))
  await onDatabase(urlOf('with'), (client) => client.query(rowSecurity))
  return base.toISOString()
}

async function someReservations(url: string): Promise<Call[]> {
  const { rows } = await onDatabase(url, (client) =>
    client.query<Call>(
      `select r.id as subject, r.lot_id, r.user_id from reservations r where r.id >= $1 and
         (select count(*) from invoices i where i.reservation_id = r.id) <= 1 limit 20000`,
      [idOf('reservation', 0)],
    ),
  )
  return rows
}

async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
