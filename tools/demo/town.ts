import type { AppDeps } from '@openspot/api/app/app.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import { allowSlowStatements } from '@openspot/db/pool.ts'
import { type Account, accounts, staffedLot } from '@openspot/server/demo-accounts.ts'
import type pg from 'pg'
import { analyticsRows } from './analytics.ts'
import { momentOf } from './bills.ts'
import { cameraRows } from './cameras.ts'
import { completeBooks } from './complete-books.ts'
import { completeScreens } from './complete-screens.ts'
import { completeStaff } from './complete-staff.ts'
import { liveNow } from './current-reservations.ts'
import { recordDisputes } from './disputes.ts'
import { auditRows, emailRows } from './email-and-audit-rows.ts'
import { errorRows } from './errors.ts'
import { fineRows } from './fines.ts'
import { gateRows } from './gates.ts'
import { groupRows } from './groups.ts'
import { groupSpots, liveByTheMonth, livePastAndFuture } from './history.ts'
import { hostingRows } from './hosting.ts'
import { insertRows } from './insert-rows.ts'
import { inviteRows } from './invites.ts'
import { lotRows, makeLots, spotRows, type TownLot } from './lots.ts'
import { mapRows } from './maps.ts'
import { makeMemberships } from './memberships.ts'
import { type MoneyRows, makeMoney } from './money-rows.ts'
import { notificationRows } from './notifications.ts'
import { liveOwnReservations } from './own-reservations.ts'
import { payOutWeekly, payoutAccounts } from './payouts.ts'
import { makePeople, type People } from './people.ts'
import { peopleRows } from './people-rows.ts'
import { photoRows } from './photos.ts'
import { planRows } from './plan-bills.ts'
import { problemRows } from './problems.ts'
import { Random } from './random.ts'
import { ratingRows } from './ratings.ts'
import { reservationRows } from './reservation-rows.ts'
import { residentRows } from './residents.ts'
import { savedLotRows } from './saved-lots.ts'
import { Schedule } from './schedule.ts'
import { signRows } from './signs.ts'
import { Times } from './span.ts'
import { payAtStandIn } from './stand-in-payments.ts'
import { termRows } from './terms.ts'
import { validationRows } from './validation.ts'
import { waitingLotRows } from './waiting-lots.ts'
import { waitlistRows } from './waitlist.ts'

export interface Town {
  accounts: readonly Account[]
  /** False if it already existed and nothing was done. */
  is_new: boolean
}

type TownDeps = Pick<AppDeps, 'database' | 'ports' | 'settings'>

/**
 * Creates demo data in downtown Chicago: lots, people, ninety days of reservations with their payments, and currently
 * parked cars. The seed determines everything except the dates, which are relative to today. All of it is written in
 * one transaction next to any existing rows; existing demo data is left unchanged. If the Stripe stand-in is available,
 * refundable payments are made there too.
 */
export async function makeTown(
  deps: TownDeps & Partial<Pick<AppDeps, 'stripe'>>,
  { seed }: { seed: number },
): Promise<Town> {
  const { database } = deps
  if (await isThere(database)) return { accounts, is_new: false }
  const { tables, accounts: payees, garage_id, times } = await townRows(seed, deps)
  const { users, ...others } = tables
  const deleted = users
    .filter(({ account_status }) => account_status === 'DELETED')
    .map(({ id }) => String(id))
  // Past actions were done by people who existed at the time.
  const rows = {
    users: users.map((user) =>
      user.account_status === 'DELETED' ? { ...user, account_status: 'ACTIVE' as const } : user,
    ),
    ...others,
  }
  const client = await database.pool.connect()
  try {
    await client.query('begin')
    // Deferred constraints take time for this many rows.
    await client.query(`set local statement_timeout = '60s'`)
    allowSlowStatements(client, 60_000)
    for (const [table, of] of Object.entries(rows)) await insertRows(client, table as keyof typeof rows, of)
    await completeBooks(client, {
      disputes: (books) => recordDisputes(books, garage_id, times),
      payouts: (books) => payOutWeekly(books, payees, times),
    })
    await completeScreens(client, deps.ports.now())
    await completeStaff(client, new Random(seed, 'staff'), deps.ports.now())
    await forget(client, deleted)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
  // The connection's plans were made for empty tables.
  await database.pool.query('analyze')
  return { accounts, is_new: true }
}

/** Deletes the accounts of people who left since. */
async function forget(client: pg.ClientBase, user_ids: readonly string[]): Promise<void> {
  await client.query('update sessions set revoked_at = expires_at where user_id = any($1)', [user_ids])
  await client.query(`update users set account_status = 'DELETED' where id = any($1)`, [user_ids])
}

async function isThere(database: AppDeps['database']): Promise<boolean> {
  const emails = accounts.map((account) => account.email)
  const { rows } = await database.pool.query<{ email: string }>(
    `select email from users where email = any($1) and account_status <> 'DELETED'`,
    [emails],
  )
  if (rows.length > 0 && rows.length < emails.length) {
    const taken = rows.map((row) => row.email).join(', ')
    throw new PlainError(`The demo town cannot be made: another user has ${taken}.`)
  }
  return rows.length > 0
}

/** Returns all rows, table by table in insertable order, and what is written with them afterwards. */
async function townRows(
  seed: number,
  { ports, settings, stripe }: TownDeps & Partial<Pick<AppDeps, 'stripe'>>,
) {
  const randomOf = (stream: string) => new Random(seed, stream)
  const times = new Times(ports.now().getTime() / 60_000)
  const joined_at = momentOf(times.at(-120, 600))
  const lots = makeLots(randomOf('lots'))
  const people = makePeople(randomOf('people'))
  const { memberships, admins } = makeMemberships(randomOf('memberships'), lots, people, joined_at)
  const { reservations } = liveLife(new Schedule(randomOf('stays'), times), lots, people)
  const { totals, ...money } = makeMoney(randomOf('money'), reservations, admins, times.now)
  const { money: planMoney, ...plans } = planRows(randomOf('plans'), lots, people, times)
  for (const [table, rows] of Object.entries(planMoney)) money[table as keyof MoneyRows].unshift(...rows)
  const terms = termRows(randomOf('terms'), lots, admins, times)
  const persons = await peopleRows(people, {
    joined_at,
    today_at: momentOf(times.now, 59),
    password_cost: settings.password_cost,
  })
  if (stripe && settings.stripe.secret_key === null) {
    const made = await payAtStandIn(randomOf('wallets'), stripe, reservations, money, times.now, joined_at)
    persons.payment_customers.push(...made.payment_customers)
    persons.payment_methods.push(...made.payment_methods)
  }
  const gates = gateRows(randomOf('gates'), lots, joined_at)
  const reviewed = lotRows(lots, joined_at)
  const waiting = waitingLotRows(randomOf('waiting'), reviewed[0], people, times.now)
  const seen = { now: times.now, created_at: joined_at }
  const garage_id = lots.find(({ plan }) => plan.name === staffedLot)?.row.id ?? ''
  const payees = payoutAccounts(randomOf('payees'), lots, joined_at)
  const tables = {
    ...persons,
    ...notificationRows(people, joined_at),
    lots: [...reviewed, ...waiting.lots],
    spots: spotRows(lots, joined_at),
    lot_photos: await photoRows(randomOf('photos'), lots, joined_at),
    ...(await mapRows(randomOf('maps'), lots, joined_at)),
    ...signRows(randomOf('signs'), lots, admins.get(garage_id)?.id, times),
    gates,
    ...terms,
    groups: groupRows(randomOf('groups'), lots, memberships, terms.rule_sets, joined_at),
    memberships: [...memberships, ...waiting.memberships],
    ...validationRows(randomOf('validation'), lots, admins, joined_at),
    reservations: reservationRows(reservations, totals, admins),
    ...cameraRows(randomOf('cameras'), lots, reservations, gates, seen),
    ratings: ratingRows(randomOf('ratings'), reservations, admins, times.now),
    ...plans,
    problems: problemRows(randomOf('problems'), reservations, admins, times.now),
    ...money,
    payout_accounts: payees.map(({ row }) => row),
    ...hostingRows(randomOf('hosting'), lots, people, reservations, times),
    saved_lots: savedLotRows(randomOf('saved-lots'), lots, people, times),
    waitlist_entries: waitlistRows(randomOf('waitlist'), lots, people.drivers, times),
    invites: inviteRows(randomOf('invites'), lots, admins, times),
    ...fineRows(randomOf('fines'), lots, reservations, people, terms.rule_sets, times.now),
    ...residentRows(randomOf('residents'), {
      lots,
      people,
      memberships,
      admins,
      joined_at,
      imported_at: momentOf(times.at(-1, 600)),
    }),
    ...errorRows(randomOf('errors'), people, times.now, settings.public_url),
    analytics_events: analyticsRows(randomOf('analytics'), reservations, times.now),
    audit_log: auditRows(randomOf('audit'), reservations, admins),
    emails: emailRows(randomOf('letters'), reservations, totals, settings.public_url),
  }
  return { tables, accounts: payees, garage_id, times }
}

function liveLife(schedule: Schedule, lots: readonly TownLot[], people: People): Schedule {
  const anybody = [...people.drivers, ...people.guests, ...people.residents]
  liveOwnReservations(schedule, lots, people)
  for (const lot of lots) {
    const { month_cents, day_cents, hour_cents } = lot.row
    if (lot.plan.is_private) continue
    const groups = groupSpots(schedule, lot)
    if (month_cents !== null && hour_cents === null) {
      const share = day_cents === null ? 55 : 25
      liveByTheMonth(schedule, groups, [...people.drivers, ...people.residents], share)
    }
    if (hour_cents === null && day_cents === null) continue
    livePastAndFuture(schedule, groups, anybody)
    liveNow(schedule, groups, anybody)
  }
  return schedule
}
