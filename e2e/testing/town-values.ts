import { anotherSession, type Person } from '@openspot/api/testing/factories/people.ts'
import { createZoneRoute } from '@openspot/contract/booking/prices.ts'
import { call } from '@openspot/contract/call.ts'
import {
  createDataSourceRoute,
  importResidentFileRoute,
  uploadResidentFileRoute,
} from '@openspot/contract/people/data-sources.ts'
import { createInviteRoute } from '@openspot/contract/people/invites.ts'
import { sendReplay } from './envelopes.ts'
import type { Product } from './product.ts'
import { as } from './reservations.ts'

type Values = Readonly<Record<string, string>>

const tabletCode = 'tablet-of-the-demo-town'

/**
 * Returns the values of the parameters of each path: a lot of the demo town and things in it, some of which are added here. A path of
 * `/me` gets what belongs to the demo driver, so that no page is only its error.
 */
export async function townValues(product: Product): Promise<(screen: string) => Values> {
  const [owner, driver] = await Promise.all(
    ['owner', 'driver'].map((name) => personOf(product, `${name}@openspot.example`)),
  )
  if (!owner || !driver) throw new Error('The demo town has no owner or no driver')
  const lot_id = await oneId(product, `select id from lots where name = 'Wells Street Garage'`)
  const added = await addOthers(product, { lot_id, owner })
  const ofLot: Values = {
    ...(await valuesOfLot(product, lot_id)),
    ...added,
    year: '2026',
    token: 'no-such-token',
  }
  const ofDriver = { ...ofLot, ...(await valuesOfDriver(product, lot_id, driver.user_id)) }
  const ofPage: Record<string, Values> = {
    '/f/[code]': { code: ofLot.fine_code ?? '' },
    '/guest/[reservation_id]': { reservation_id: await aLinkedPass(product, ofDriver.reservation_id ?? '') },
    '/invite/[token]': { token: added.invite_token },
    '/pass/[pass_token]': { pass_token: await aPassToken(product, ofDriver.reservation_id ?? '') },
    '/parking/[country]/[region]/[city]': { country: 'us', region: 'il', city: 'chicago' },
    '/parking/[country]/[region]/[city]/[place]': {
      country: 'us',
      region: 'il',
      city: 'chicago',
      place: 'willis-tower',
    },
    // Only the page for an unknown code has a text: a known one leads to another page.
    '/q/[code]': { code: 'nosuchcode' },
    '/validate/[code]': { code: tabletCode },
  }
  return (screen) => ({ ...(screen.startsWith('/me/') ? ofDriver : ofLot), ...ofPage[screen] })
}

/** The cookie of a device on which the link to the pass of a reservation is open. */
export const linkCookie = { name: 'openspot-pass', value: 'openedByTheLink'.padEnd(43, 'x') }

/** Opens the link to the pass of a reservation on a device that has that cookie. Returns the reservation's ID. */
async function aLinkedPass(product: Product, reservation_id: string): Promise<string> {
  await product.server.deps.database.pool.query(
    `insert into link_sessions (token_hash, lot_id, reservation_id, created_at, expires_at)
     select sha256($1::text::bytea), lot_id, id, created_at, 'infinity' from reservations where id = $2 on conflict do nothing`,
    [linkCookie.value, reservation_id],
  )
  return reservation_id
}

/** Shares the pass of a reservation. */
async function aPassToken(product: Product, reservation_id: string): Promise<string> {
  const pass_token = 'sharedByTheDriver'.padEnd(40, 'x')
  await product.server.deps.database.pool.query(
    `insert into pass_links (token_hash, lot_id, reservation_id, created_at)
     select sha256($1::text::bytea), lot_id, id, created_at from reservations where id = $2 on conflict do nothing`,
    [pass_token, reservation_id],
  )
  return pass_token
}

async function oneId(product: Product, text: string, values: readonly unknown[] = []): Promise<string> {
  const { rows } = await product.server.deps.database.pool.query<{ id: string }>(text, [...values])
  if (!rows[0]) throw new Error(`No row: ${text}`)
  return rows[0].id
}

async function personOf(product: Product, email: string): Promise<Person> {
  const user_id = await oneId(product, 'select id from users where email = $1', [email])
  return { user_id, email, token: await anotherSession(product.server, user_id) }
}

/** What the demo town has in the lot. */
async function valuesOfLot(product: Product, lot_id: string): Promise<Values> {
  const { rows } = await product.server.deps.database.pool.query<Record<string, string>>(
    `select l.id as lot_id, l.public_id,
       (select r.id from reservations r where r.lot_id = l.id and r.status = 'ACTIVE' order by r.starts_at desc limit 1) as reservation_id,
       (select s.id from spots s where s.lot_id = l.id order by s.label limit 1) as spot_id,
       (select p.id from calendar_prices p where p.lot_id = l.id limit 1) as price_id,
       (select s.id from rule_sets s where s.lot_id = l.id limit 1) as rule_set_id,
       (select p.id from problems p where p.lot_id = l.id order by p.created_at limit 1) as problem_id,
       f.id as fine_id, f.code as fine_code,
       (select g.id from gates g where g.lot_id = l.id order by g.name limit 1) as gate_id,
       (select m.id from maps m where m.lot_id = l.id order by m.position limit 1) as map_id,
       (select p.id from payouts p where p.lot_id = l.id order by p.number limit 1) as payout_id,
       (select d.id from disputes d where d.lot_id = l.id order by d.opened_at limit 1) as dispute_id,
       (select p.id from validation_partners p where p.lot_id = l.id order by p.name limit 1) as partner_id,
       (select o.public_option_id from validation_options o where o.lot_id = l.id order by o.name limit 1) as public_option_id,
       (select m.user_id from memberships m where m.lot_id = l.id and m.status = 'ACTIVE' limit 1) as user_id
     from lots l left join lateral (
       select f.id, f.code from fines f where f.lot_id = l.id and f.status = 'UNPAID' and f.user_id is null limit 1) f on true
     where l.id = $1`,
    [lot_id],
  )
  return rows[0] ?? {}
}

/** Adds what the demo town does not have. */
async function addOthers(product: Product, { lot_id, owner }: { lot_id: string; owner: Person }) {
  const options = as(product, owner)
  const params = { lot_id }
  const zone = await call(createZoneRoute, { params, body: { name: 'Roof' } }, options)
  const invite = await call(createInviteRoute, { body: { lot_id, max_uses: 5 } }, options)
  const now = product.server.deps.ports.now().toISOString()
  await product.server.deps.database.pool.query(
    `update validation_partners set tablet_code_hash = sha256($2::text::bytea), tablet_code_at = $3 where lot_id = $1
       and id = (select id from validation_partners where lot_id = $1 order by name limit 1)`,
    [lot_id, tabletCode, now],
  )
  return {
    zone_id: zone.id,
    invite_token: /\/invite\/(\w+)/.exec(invite.url ?? '')?.[1] ?? '',
    ...(await anError(product)),
    ...(await anImport(product, lot_id, owner)),
  }
}

/** Reports an error with the visit in which it occurred. */
async function anError(product: Product): Promise<Values> {
  const { replay_id, event_id } = await sendReplay(product, new Date(Date.now() - 60_000))
  const ofEvent = 'select group_id as id from error_events where id = $1'
  return { replay_id, error_group_id: await oneId(product, ofEvent, [event_id]) }
}

/** Uploads a list of residents, whose import waits for a decision. */
async function anImport(product: Product, lot_id: string, owner: Person): Promise<Values> {
  const options = as(product, owner)
  const body = { kind: 'FILE' as const, name: 'Spreadsheet of the walk' }
  const { id: data_source_id } = await call(createDataSourceRoute, { params: { lot_id }, body }, options)
  const form = new FormData()
  const rows = [
    'Unit,Full name,Email',
    '101,"Holloway, Jamie",jamie@residents.example',
    '102,"Petrov, Kai",none',
  ]
  form.append('file', new File([rows.join('\n')], 'rent-roll.csv'))
  const file = await call(uploadResidentFileRoute, { params: { data_source_id }, body: form }, options)
  const { id: import_id } = await call(
    importResidentFileRoute,
    {
      params: { data_source_id, resident_file_id: file.id },
      body: { mapping: file.mapping, is_complete: false },
    },
    options,
  )
  return { data_source_id, import_id }
}

async function valuesOfDriver(product: Product, lot_id: string, user_id: string): Promise<Values> {
  const now = product.server.deps.ports.now().toISOString()
  const joining = `insert into memberships (lot_id, user_id, status) values ($1, $2, 'ACTIVE')`
  await product.server.deps.database.pool.query(joining, [lot_id, user_id])
  return {
    reservation_id: await oneId(
      product,
      `select id from reservations where lot_id = $1 and user_id = $2 and status = 'ACTIVE' and starts_at <= $3 and ends_at > $3`,
      [lot_id, user_id, now],
    ),
    spot_id: await oneId(
      product,
      `update spots set assigned_user_id = $2 where id = (
         select s.id from spots s where s.lot_id = $1 and s.assigned_user_id is null and s.assigned_group_id is null and s.deleted_at is null
           and not exists (select 1 from reservations r where r.spot_id = s.id and r.ends_at > $3::timestamptz)
         order by s.spot_no limit 1) returning id`,
      [lot_id, user_id, now],
    ),
    problem_id: await oneId(
      product,
      `insert into problems (lot_id, user_id, kind, text, created_at, changed_at)
       values ($1, $2, 'OTHER', 'The light on level 1 is off.', $3, $3) returning id`,
      [lot_id, user_id, now],
    ),
    payout_id: await aPayout(product, lot_id, user_id, now),
  }
}

/** A payout to the driver, who hosts nothing in the demo town. */
async function aPayout(product: Product, lot_id: string, user_id: string, now: string): Promise<string> {
  const account_id = await oneId(
    product,
    `insert into payout_accounts (user_id, currency, country, created_at, changed_at)
     values ($1, 'USD', 'US', $2, $2) returning id`,
    [user_id, now],
  )
  return oneId(
    product,
    `insert into payouts (lot_id, payee_kind, user_id, account_id, status, currency, amount_cents, stripe_account_id, created_at)
     values ($1, 'HOST', $2, $3, 'PAID', 'USD', 4200, 'acct_x', $4) returning id`,
    [lot_id, user_id, account_id, now],
  )
}
