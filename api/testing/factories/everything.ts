import { createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import { createAssignmentRoute } from '@openspot/contract/lots/assignments.ts'
import { createSignRoute } from '@openspot/contract/lots/signs.ts'
import { noRules } from '@openspot/core/rules/no-rules.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import { addressesOf } from './addresses.ts'
import { aStoredError } from './errors.ts'
import { fineTerms } from './fines.ts'
import { aLot, type TestLot } from './lots.ts'
import { aCard, aMember, aPerson, type Person } from './people.ts'
import { aReceiptEmail } from './receipt-emails.ts'
import { bookAs, twoHours } from './reservations.ts'
import { aDataSource } from './residents.ts'

/** A lot with one of everything, keyed by the names that routes use in their paths, queries, and bodies. */
export interface Everything {
  lot: TestLot
  ids: Record<string, string>
  /** The owner of the reservation, the vehicle, the payment method, and what follows from them. */
  resource_owner: Person
  /** The assignee of the reservation's spot. */
  host: Person
  /** Who was its assignee when it was booked, and earns from it. */
  former_host: Person
}

/** The code in the link of the partner's tablet. */
export const tabletCode = (lot_id: string): string => lot_id.replaceAll('-', '').slice(0, 24)

/** The secret part of the address of the lot's camera. */
export const cameraToken = (lot_id: string): string => lot_id.replaceAll('-', '').slice(-24)

/** How the amount of the fine follows from the rules. */
const explained = {
  rule_set_name: 'Fines',
  is_default: false,
  nth: 1,
  within_days: 90,
  warnings: 0,
  amounts_cents: [8000],
  earlier: [],
}

/** Inserts a row and returns its id. */
const put =
  (api: TestApi) =>
  async (text: string, values: unknown[]): Promise<string> =>
    (await api.deps.database.pool.query<{ id: string }>(text, values)).rows[0]?.id ?? ''

/** Creates the lot's groups, invites, signs, and links, and the owner's credentials. */
async function peopleAndPlaces(
  api: TestApi,
  { lot_id, public_id, spot_ids }: TestLot,
  of: { resource_owner: Person; staff: Person; spot_id: string; membership_id: string },
): Promise<Record<string, string>> {
  const one = put(api)
  const { pool } = api.deps.database
  const now = api.ports.now().toISOString()
  const view_id = await one(
    `insert into saved_views (lot_id, user_id, list, slot, name, query, created_at)
     values ($1, $2, 'RESERVATIONS', 1, 'Mine', 'when=ahead', $3) returning id`,
    [lot_id, of.staff.user_id, now],
  )
  const group_id = await one(`insert into groups (lot_id, name) values ($1, 'House 1') returning id`, [
    lot_id,
  ])
  const invite_id = await one(
    `insert into invites (lot_id, kind, token_hash, email, created_by_user_id, created_at, sent_at, expires_at)
     values ($1, 'EMAIL', $2, 'guest@people.example', $3, $4, $4, $4::timestamptz + interval '7 days') returning id`,
    [lot_id, api.ports.random(32), of.staff.user_id, now],
  )
  const file = (purpose: string) =>
    one(
      `insert into files (lot_id, purpose, width, height, bytes, created_at) values ($1, $2, 200, 100, 'x', $3) returning id`,
      [lot_id, purpose, now],
    )
  const [logo_id, file_id] = [await file('LOGO'), await file('MAP')]
  await one('update lots set logo_file_id = $2 where id = $1 returning id', [lot_id, logo_id])
  const lot_photo_id = await one(
    `insert into lot_photos (id, lot_id, width, height, bytes, thumbnail, created_at) values ($1, $2, 200, 100, 'x', 'x', $3) returning id`,
    [api.ports.id(), lot_id, now],
  )
  await one(
    'update lots set photo_ids = array[$2::uuid], entrance_photo_id = $2 where id = $1 returning id',
    [lot_id, lot_photo_id],
  )
  const map_id = await one(
    `insert into maps (lot_id, name, position, file_id, width, height, created_at, changed_at)
     values ($1, 'Level 1', 1, $2, 200, 100, $3, $3) returning id`,
    [lot_id, file_id, now],
  )
  const gate_id = await one(
    `insert into gates (lot_id, name, driver, device, actuation, has_position_sensor, pulse_ms, travel_seconds, pause_seconds,
       early_minutes, late_minutes, created_at, changed_at)
     values ($1, 'Entrance', 'SIMULATED', '{"driver": "SIMULATED", "script": "OK"}', 'OPEN_INPUT', true, 500, 25, 5, 15, 15, $2, $2)
     returning id`,
    [lot_id, now],
  )
  const camera_token = cameraToken(lot_id)
  const camera_id = await one(
    `insert into cameras (lot_id, name, kind, direction, gate_id, token_hash, created_at, changed_at)
     values ($1, 'Entrance', 'OPENALPR', 'ENTRY', $2, sha256($3::text::bytea), $4, $4) returning id`,
    [lot_id, gate_id, camera_token, now],
  )
  const visit_id = await one(
    `insert into plate_visits (lot_id, visit_key, plate, entered_at, first_seen_at, last_seen_at, state, created_at, changed_at)
     values ($1, '0WN1', 'OWN1', $2, $2, $2, 'NO_RIGHT', $2, $2) returning id`,
    [lot_id, now],
  )
  const read_id = await one(
    `insert into plate_reads (lot_id, camera_id, event_key, plate, plate_normalized, visit_key, captured_at, received_at, direction, stage,
       stage_at, visit_id)
     values ($1, $2, 'one', 'OWN 1', 'OWN1', '0WN1', $3, $3, 'IN', 2, $3, $4) returning id`,
    [lot_id, camera_id, now, visit_id],
  )
  await one(
    `insert into plate_read_images (read_id, lot_id, width, height, bytes, created_at)
     values ($1, $2, 200, 100, 'x', $3) returning read_id as id`,
    [read_id, lot_id, now],
  )
  const partner_id = await one(
    `insert into validation_partners (lot_id, name, billing, currency, tablet_code_hash, tablet_code_at, created_at, changed_at)
     values ($1, 'Café', 'STATEMENT', 'USD', sha256($2::text::bytea), $3, $3, $3) returning id`,
    [lot_id, tabletCode(lot_id), now],
  )
  const public_option_id = secretWord(api.ports)
  const option_id = await one(
    `insert into validation_options (lot_id, partner_id, name, public_option_id, discount, amount_cents, created_at, changed_at)
     values ($1, $2, 'Lunch', $3, 'AMOUNT', 500, $4, $4) returning id`,
    [lot_id, partner_id, public_option_id, now],
  )
  const { id: sign_id, short_url } = await api.call(
    createSignRoute,
    { params: { lot_id }, body: { place: 'Entrance', url: `/l/${public_id}` } },
    of.staff.token,
  )
  const code = short_url.split('/').at(-1) ?? ''
  const { user_id } = of.resource_owner
  const problem_id = await one(
    `insert into problems (lot_id, user_id, kind, text, created_at, changed_at) values ($1, $2, 'OTHER', 'Light is off', $3, $3) returning id`,
    [lot_id, user_id, now],
  )
  const photo_id = await one(
    `insert into photos (lot_id, problem_id, uploaded_by_user_id, width, height, bytes, created_at)
     values ($1, $2, $3, 200, 100, 'x', $4) returning id`,
    [lot_id, problem_id, user_id, now],
  )
  const rules_id = await one(
    `insert into rule_sets (lot_id, name, created_at) values ($1, 'Fines', $2) returning id`,
    [lot_id, now],
  )
  await one(
    `insert into rule_set_versions (rule_set_id, lot_id, version, rules, fine_terms, created_at)
     values ($1, $2, 1, $3, $4, $5) returning rule_set_id as id`,
    [rules_id, lot_id, JSON.stringify(noRules), JSON.stringify(fineTerms), now],
  )
  const fine_code = secretWord(api.ports)
  const fine_id = await one(
    `insert into fines (lot_id, code, status, reason, plate, plate_normalized, user_id, seen_at, rule_set_id, rule_set_version,
       explanation, currency, amount_cents, due_at, appeal_until, facts, created_at, created_by_user_id, changed_at)
     values ($1, $2, 'UNPAID', 'BLOCKING', 'OWN 1', 'OWN1', $3, $4, $5, 1, $6, 'USD', 8000, $4::timestamptz + interval '14 days',
       $4::timestamptz + interval '14 days', '{}', $4, $7, $4) returning id`,
    [lot_id, fine_code, user_id, now, rules_id, JSON.stringify(explained), of.staff.user_id],
  )
  const fine_photo_id = await one(
    `insert into photos (lot_id, fine_id, uploaded_by_user_id, width, height, bytes, created_at)
     values ($1, $2, $3, 200, 100, 'x', $4) returning id`,
    [lot_id, fine_id, of.staff.user_id, now],
  )
  await pool.query('select open_fine_chain($1, $2, $3)', [now, lot_id, fine_id])
  const passkey_id = await one(
    `insert into passkeys (user_id, credential_id, public_key, name, created_at) values ($1, $2, 'x', 'Phone', $3) returning id`,
    [of.resource_owner.user_id, secretWord(api.ports), now],
  )
  const session_id = await one('select id from sessions where user_id = $1', [of.resource_owner.user_id])
  const push_device_id = await one(
    `insert into push_devices (user_id, session_id, kind, push_token, created_at) values ($1, $2, 'FCM', $3, $4) returning id`,
    [of.resource_owner.user_id, session_id, secretWord(api.ports), now],
  )
  const push_id = await one(
    `insert into push_messages (user_id, device_id, created_at, due_at, expires_at) values ($1, $2, $3, $3, $3) returning id`,
    [of.resource_owner.user_id, push_device_id, now],
  )
  const { items } = await api.call(
    createAssignmentRoute,
    {
      params: { spot_id: spot_ids[1] ?? '' },
      body: { user_id: of.staff.user_id, starts_on: '2026-04-01', ends_on: '2026-05-01' },
    },
    of.staff.token,
  )
  const from = await aLot(api, { name: 'Full Lot' })
  await one(
    `insert into lot_redirects (from_lot_id, to_lot_id, created_by_user_id) values ($1, $2, $3) returning from_lot_id as id`,
    [from.lot_id, lot_id, of.staff.user_id],
  )
  return {
    ...(await aDataSource(api, { lot_id, staff: of.staff })),
    group_id,
    view_id,
    invite_id,
    file_id: logo_id,
    lot_photo_id,
    size: 'thumbnail',
    map_id,
    sign_id,
    gate_id,
    camera_id,
    camera_token,
    token: 'phc_any',
    visit_id,
    read_id,
    problem_id,
    photo_id,
    fine_id,
    fine_code,
    fine_photo_id,
    partner_id,
    option_id,
    public_option_id,
    code,
    passkey_id,
    session_id,
    push_device_id,
    push_id,
    id: of.membership_id,
    to_lot_id: lot_id,
    from_lot_id: from.lot_id,
    assignment_id: items[0]?.id ?? '',
  }
}

export async function everythingIn(api: TestApi, is_private: boolean): Promise<Everything> {
  const { pool } = api.deps.database
  const one = put(api)
  const lot = await aLot(
    api,
    { is_private, is_plate_check_public: true, name: is_private ? 'Private Lot' : 'Public Lot' },
    4,
  )
  const { lot_id, public_id } = lot
  const spot_id = lot.spot_ids[0] ?? ''
  const resource_owner = await aPerson(api)
  const host = await aPerson(api)
  const former_host = await aPerson(api)
  const now = api.ports.now().toISOString()
  const assign = ({ user_id }: Person) =>
    pool.query('update spots set assigned_user_id = $2, assigned_at = $3 where id = $1', [
      spot_id,
      user_id,
      now,
    ])
  await assign(former_host)
  const staff = await aMember(api, lot_id, 'ADMIN')
  const { id: availability_id } = await api.call(
    createSpotAvailabilityRoute,
    { params: { spot_id }, body: { kind: 'OPEN', starts_at: now, ends_at: null } },
    former_host.token,
  )
  const rule_set_id = await one(
    `insert into rule_sets (lot_id, name, created_at) values ($1, 'Rules', $2) returning id`,
    [lot_id, now],
  )
  await pool.query(
    `insert into rule_set_versions (rule_set_id, lot_id, version, rules, created_at) values ($1, $2, 1, $4, $3)`,
    [rule_set_id, lot_id, now, JSON.stringify(noRules)],
  )
  const payment_method_id = await aCard(api, resource_owner, 'pm_card_bypassPending')
  // The owner books as a member, because the lot may be private, and has left it since.
  const membership_id = await one(
    `insert into memberships (lot_id, user_id, status) values ($1, $2, 'ACTIVE') returning id`,
    [lot_id, resource_owner.user_id],
  )
  const car_id = await one(
    `insert into cars (user_id, plate, plate_normalized, region, created_at) values ($1, 'OWN 1', 'OWN1', 'IL', $2) returning id`,
    [resource_owner.user_id, now],
  )
  const car_note_id = await one(
    `insert into lot_car_notes (lot_id, user_id, car_id, plate, plate_normalized, created_at, created_by_user_id)
     values ($1, $2, $3, 'OWN 7', 'OWN7', $4, $5) returning id`,
    [lot_id, resource_owner.user_id, car_id, now, staff.user_id],
  )
  const { reservation } = await bookAs(api, resource_owner, {
    spot_id,
    payment_method_id,
    car_id,
    ...twoHours(api),
  })
  await api.runJobs()
  // As if it were over: the database compares the end with when the rating is given.
  const rating_id = await one(
    `insert into ratings (id, lot_id, reservation_id, user_id, stars, text, created_at)
     select $1, r.lot_id, r.id, r.user_id, 4, 'Easy to find', r.ends_at from reservations r where r.id = $2 returning id`,
    [api.ports.id(), reservation.id],
  )
  await assign(host)
  const invoice_id = reservation.invoice_id ?? ''
  await pool.query(`update memberships set status = 'DELETED' where id = $1`, [membership_id])
  const payment_id = await one('select id from payments where invoice_id = $1', [invoice_id])
  const dispute_id = await one(
    `insert into disputes (lot_id, invoice_id, payment_id, stripe_dispute_id, status, reason, amount_cents, opened_at)
     values ($1, $2, $3, $5, 'warning_needs_response', 'general', 1, $4) returning id`,
    [lot_id, invoice_id, payment_id, now, `du_${invoice_id}`],
  )
  await pool.query(`insert into dispute_evidence (dispute_id, lot_id, changed_at) values ($1, $2, $3)`, [
    dispute_id,
    lot_id,
    now,
  ])
  await pool.query(
    `insert into dispute_files (id, lot_id, dispute_id, kind, name, content_type, size_bytes, bytes, uploaded_by_user_id, created_at)
     values (uuidv7(), $1, $2, 'receipt', 'receipt.pdf', 'application/pdf', 5, '%PDF-', $3, $4)`,
    [lot_id, dispute_id, staff.user_id, now],
  )
  const refund_id = await one(
    `insert into refunds (lot_id, invoice_id, payment_id, status, amount_cents, reason, requested_by_user_id, created_at)
     values ($1, $2, $3, 'UNDONE', 1, 'Sorry', $4, $5) returning id`,
    [lot_id, invoice_id, payment_id, staff.user_id, now],
  )
  const account_id = await one(
    `insert into payout_accounts (user_id, currency, country, created_at, changed_at) values ($1, 'USD', 'US', $2, $2) returning id`,
    [resource_owner.user_id, now],
  )
  const payout_id = await one(
    `insert into payouts (lot_id, payee_kind, user_id, account_id, status, currency, amount_cents, stripe_account_id, created_at)
     values ($1, 'HOST', $2, $3, 'PAID', 'USD', 100, 'acct_x', $4) returning id`,
    [lot_id, resource_owner.user_id, account_id, now],
  )
  const price_id = await one(
    `insert into calendar_prices (lot_id, name, starts_at, ends_at, percent_bps, created_by_user_id, created_at, changed_at)
     values ($1, 'Fair', $2, $2::timestamptz + interval '1 day', 1000, $3, $2, $2) returning id`,
    [lot_id, now, staff.user_id],
  )
  const zone_id = await one(`insert into zones (lot_id, name) values ($1, 'Roof') returning id`, [lot_id])
  const entry_id = await one(
    `insert into waitlist_entries (lot_id, user_id, starts_at, ends_at, created_at, changed_at)
     values ($1, $2, $3::timestamptz + interval '1 day', $3::timestamptz + interval '2 days', $3, $3) returning id`,
    [lot_id, resource_owner.user_id, now],
  )
  const subscription_id = await one(
    `insert into subscriptions (lot_id, kind, reservation_id, user_id, currency, month_cents, anchor_at, billed_until, created_at)
     values ($1, 'RESERVATION', $2, $3, 'USD', 1000, $4, $4, $4) returning id`,
    [lot_id, reservation.id, resource_owner.user_id, now],
  )
  const change_id = await one(
    `insert into subscription_changes (lot_id, subscription_id, kind, effective_at, month_cents, reason, created_at)
     values ($1, $2, 'PRICE', $3::timestamptz + interval '40 days', 1100, 'Higher', $3) returning id`,
    [lot_id, subscription_id, now],
  )
  const difference_id = await one(
    `insert into reconciliation_differences (key, kind, lot_id, subject_kind, subject_id, currency, expected_cents, found_cents, facts, found_at, last_seen_at)
     values ($1, 'MISSING_HERE', $2, 'charge', 'ch_x', 'USD', 0, 100, '{"type": "charge", "source_id": "ch_x"}', $3, $3) returning id`,
    [secretWord(api.ports), lot_id, now],
  )
  const job_id = await one(
    `select id::text from graphile_worker.add_job('purge_expired', max_attempts => 1, job_key => $1)`,
    [secretWord(api.ports)],
  )
  await pool.query('update graphile_worker._private_jobs set attempts = 1 where id = $1', [job_id])
  const more = await peopleAndPlaces(api, lot, { resource_owner, staff, spot_id, membership_id })
  const email_id = await aReceiptEmail(api, reservation.id, invoice_id, resource_owner)
  return {
    lot,
    resource_owner,
    host,
    former_host,
    ids: {
      lot_id,
      public_id,
      spot_id,
      availability_id,
      rule_set_id,
      price_id,
      zone_id,
      entry_id,
      reservation_id: reservation.id,
      invoice_id,
      refund_id,
      rating_id,
      dispute_id,
      file_kind: 'receipt',
      flag: 'waitlist',
      payout_id,
      subscription_id,
      change_id,
      payment_method_id,
      car_id,
      car_note_id,
      user_id: resource_owner.user_id,
      difference_id,
      job_id,
      email_id,
      ...(await addressesOf(api, {
        lot_id,
        reservation_id: reservation.id,
        user_id: resource_owner.user_id,
      })),
      ...more,
      ...(await aStoredError(api)),
    },
  }
}
