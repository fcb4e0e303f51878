import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import type pg from 'pg'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import type { World } from './world.ts'

/** The allowed status changes of a reservation in one step, written independently of the code. */
const moves: Record<string, string[]> = {
  CHECKOUT: ['ACTIVE', 'EXPIRED', 'CANCELED'],
  PENDING: ['ACTIVE', 'EXPIRED', 'CANCELED'],
  ACTIVE: ['CANCELED', 'MERGED'],
}

function mayBecome(from: string, to: string): boolean {
  return from === to || (moves[from] ?? []).some((next) => mayBecome(next, to))
}

export type Statuses = Map<string, string>

export async function readStatuses(pool: pg.Pool): Promise<Statuses> {
  const { rows } = await pool.query<{ id: string; status: string }>('select id, status from reservations')
  return new Map(rows.map(({ id, status }) => [id, status]))
}

const more: Record<string, string> = {
  'the price of a reservation is the total of its invoices minus its refunds': `
    select r.id, r.total_cents, sum(i.total_cents - i.refunded_cents - i.refund_pending_cents) as invoiced
    from reservations r join invoices i on i.reservation_id = r.id
    where r.status = 'ACTIVE' and i.status <> 'CANCELED' group by r.id, r.total_cents
    having r.total_cents <> sum(i.total_cents - i.refunded_cents - i.refund_pending_cents)`,
  'a reservation that was merged into another one has no invoice': `
    select r.id from reservations r join invoices i on i.reservation_id = r.id where r.status = 'MERGED'`,
  'a continuation starts when the continued reservation ends': `
    select c.id from reservations c join reservations r on r.id = c.continues_id
    where c.status = 'ACTIVE' and r.status = 'ACTIVE' and r.ends_at > c.starts_at`,
}

/** Returns everything that is wrong after a step, by name. */
export async function broken(world: World, before: Statuses): Promise<Record<string, unknown>> {
  const { pool } = world.api.deps.database
  const found: Record<string, unknown> = await brokenInvariants(pool)
  for (const [name, statement] of Object.entries(more)) {
    const { rows } = await pool.query(statement)
    if (rows.length > 0) found[name] = rows
  }
  const after = await readStatuses(pool)
  const illegal = [...before].filter(([id, from]) => !mayBecome(from, after.get(id) ?? 'gone'))
  if (illegal.length > 0) found['moves are legal'] = illegal
  const board = await compareBoard(world)
  if (board.length > 0) found['the board is what the rows say'] = board
  return found
}

interface Raw {
  id: string
  label: string
  assigned_user_id: string | null
  reservations: { starts_at: string; ends_at: string | null }[]
  availability_rules: { kind: string; repeat_frequency: string; starts_at: string; ends_at: string | null }[]
}

/** Compares the board's states with the rows at this instant. */
async function compareBoard({ api, lot, admin }: World): Promise<unknown[]> {
  const now = api.ports.now()
  const { items } = await api.call(
    listMonitorSpotsRoute,
    { params: { lot_id: lot.lot_id }, query: {} },
    admin.token,
  )
  const { rows } = await api.deps.database.pool.query<Raw>(
    `select s.id, s.label, s.assigned_user_id,
       (select coalesce(json_agg(r), '[]') from reservations r where r.spot_id = s.id and r.status in ('PENDING', 'CHECKOUT', 'ACTIVE')) as reservations,
       (select coalesce(json_agg(w), '[]') from availability w where w.spot_id = s.id) as availability_rules
     from spots s where s.lot_id = $1`,
    [lot.lot_id],
  )
  return rows.flatMap((raw) => {
    const shown = items.find(({ id }) => id === raw.id)?.state
    const read = stateOf(raw, now)
    return shown === read ? [] : [{ label: raw.label, at: now.toISOString(), shown, read }]
  })
}

function stateOf(raw: Raw, now: Date): string {
  const at = now.getTime()
  const reservation = raw.reservations.find(
    (one) => Date.parse(one.starts_at) <= at && (one.ends_at === null || Date.parse(one.ends_at) > at),
  )
  const isOwn = raw.assigned_user_id !== null
  if (reservation) return `${isOwn ? 'SUBLEASED' : 'RENTED'}${reservation.ends_at === null ? '' : '_UNTIL'}`
  const isIn = (kind: string) => raw.availability_rules.some((rule) => rule.kind === kind && holds(rule, at))
  if (isIn('CLOSED')) return isOwn && !isIn('OPEN') ? 'ASSIGNED' : 'UNAVAILABLE'
  return isOwn && !isIn('OPEN') ? 'ASSIGNED' : 'AVAILABLE'
}

const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Chicago',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const minuteOfDay = (at: number) => {
  const [hour, minute] = clock.format(at).split(':').map(Number)
  return (hour ?? 0) * 60 + (minute ?? 0)
}

function holds(rule: Raw['availability_rules'][number], at: number): boolean {
  const [starts, ends] = [Date.parse(rule.starts_at), Date.parse(rule.ends_at ?? '9999-01-01T00:00Z')]
  if (rule.repeat_frequency === 'NEVER') return starts <= at && at < ends
  if (at < starts) return false
  const [from, to, now] = [minuteOfDay(starts), minuteOfDay(ends), minuteOfDay(at)]
  return from < to ? from <= now && now < to : now >= from || now < to
}
