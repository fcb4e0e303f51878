import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCluster } from './embedded/cluster.ts'
import { migrate } from './migrate.ts'
import { appRole } from './privileges.ts'
import { testDatabase } from './testing/database.ts'
import { laterRelease } from './testing/release.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let app: pg.Client
let owner: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  app = new pg.Client({ connectionString: database.url })
  owner = new pg.Client({ connectionString: database.owner_url })
  await app.connect()
  await owner.connect()
  // Privileges on the database itself are not cloned from the template.
  await migrate(database.owner_url, () => {}, appRole)
})
afterAll(async () => {
  await app.end()
  await owner.end()
  await database.drop()
})

/**
 * The expected privileges of the application role: S select, I insert, U update, D delete; u: update except fixed
 * columns.
 */
const table = `
account_change_stops SIUD
account_changes SIUD
account_views SIu
alerts SIUD
analytics_cursors SIUD
analytics_events SIUD
analytics_forwarding SIUD
analytics_salts SIUD
audit_log SI
availability SIUD
backup_codes SIUD
calendar_feeds SIUD
calendar_prices SIUD
camera_events SIuD
cameras SIu
car_plates SIUD
car_removals SIUD
cars SIu
consents SIU
data_source_properties SIUD
data_sources SIu
dispute_evidence SIu
dispute_files SIuD
disputes SIu
earnings SIu
email_reports SIUD
emails SIUD
error_activities SIUD
error_counts SIUD
error_drops SIUD
error_events SIUD
error_forwarding SIUD
error_groups SIUD
error_intake SIUD
error_releases SIUD
files SIUD
fine_appeals SIu
fine_events SI
fine_moves S
fines SIu
forgotten_customers SIUD
gate_open_moves S
gate_open_steps SI
gate_opens SIu
gates SIu
groups SIUD
guest_links SIUD
hold_attempts SIUD
idempotency_keys SIUD
identities SIUD
invite_uses SIUD
invites SIUD
invoice_lines SI
invoices SIu
landmarks SIUD
ledger_entries SI
ledger_transactions SI
limit_scopes SIUD
link_sessions SIUD
lost_workers SIUD
lot_car_notes SIUD
lot_drafts SIUD
lot_flags SIUD
lot_photos SIuD
lot_redirects SIUD
lots SIU
map_spots SIUD
maps SIUD
membership_moves S
memberships SIu
migrations S
notice_preferences SIUD
notifications SIUD
occupancy SIUD
page_holds SIUD
pass_links SIUD
passkeys SIUD
password_credentials SIUD
payment_customers SIuD
payment_methods SIu
payments SIu
payout_accounts SIu
payout_lines SI
payouts SIu
phone_codes SIUD
photos SIuD
places SIUD
plan_bills SI
plans S
plate_lookups SIuD
plate_read_images SIUD
plate_reads SIuD
plate_visits SIuD
previous_assignments SIUD
previous_availability SI
previous_memberships SIUD
previous_public_ids SIUD
price_guidance SIUD
price_guidance_changes SIu
problem_plates SI
problems SIu
provider_transactions SIU
push_devices SIUD
push_messages SIUD
queued_jobs SIUD
quiet_hours SIUD
rate_limits SIUD
rating_reports SIUD
ratings SIu
reconciliation_differences SIU
reconciliation_runs SIU
refunds SIu
replay_segments SIUD
replays SIUD
reservation_events SI
reservation_messages SIu
reservation_moves S
reservations SIu
resident_decisions SIUD
resident_files SIUD
resident_id_changes SIUD
resident_imports SIu
resident_rows SIUD
residents SIuD
rule_set_versions SI
rule_sets SIUD
saved_lots SIuD
saved_views SIuD
schema_state S
search_changes SIUD
search_changes_kept SIUD
second_factors SIUD
server_secrets SIU
sessions SIUD
short_link_scans SIUD
short_links SIUD
sign_in_links SIUD
signs SIUD
source_maps SIUD
spent_challenges SIUD
spots SIU
subscription_changes SIu
subscriptions SIu
sync_jobs SIUD
text_numbers SIUD
text_stops SIUD
texts SIUD
upcoming_assignments SIUD
users SIU
validation_entries SI
validation_intents SIUD
validation_options SIu
validation_partners SIu
validations SIu
waitlist_entries SIuD
webhook_events SIU
zones SIUD
`

/** Columns that the application writes only once: who owns a row, and how much it is about. */
const fixed = `
account_views admin_user_id begins_at ends_at id reason session_id user_id
camera_events body_hash camera_id content_type id lot_id received_at size_bytes
cameras created_at id lot_id
cars id user_id
data_sources created_at id kind lot_id provider
dispute_evidence dispute_id lot_id
dispute_files created_at dispute_id id kind lot_id uploaded_by_user_id
disputes id invoice_id lot_id payment_id
earnings currency lot_id payee_kind source_id source_kind user_id
fine_appeals created_at fine_id id lot_id user_id
fines amount_cents car_id code created_at created_by_user_id currency explanation facts id lot_id plate plate_normalized reason region rule_set_id rule_set_version seen_at spot_id user_id
gate_opens camera_id expires_at gate_id given_by id idempotency_key is_by_link joined_id lot_id requested_at reservation_id user_id
gates id lot_id
invoices created_at currency fine_id grace_days host_user_id id lot_id needs_approval plan_bill_id requested_by_user_id retry_days user_id
lot_photos bytes created_at height id lot_id thumbnail width
memberships id lot_id user_id
payment_customers user_id
payment_methods id kind user_id
payments amount_cents consent_id currency id invoice_id kind lot_id payment_method_id session_id
payout_accounts id lot_id user_id
payouts account_id amount_cents currency id lot_id payee_kind user_id
photos id lot_id uploaded_by_user_id
plate_lookups created_at id looked_up_at lot_id match note plate reason region result user_id
plate_reads camera_id event_key id lot_id received_at recorded_by_user_id
plate_visits created_at id lot_id
price_guidance_changes applied_at cells id is_scheduled lot_id
problems created_at id kind lot_id reservation_id spot_id user_id
ratings created_at id lot_id reservation_id stars user_id
refunds amount_cents id invoice_id lot_id payment_id requested_by_user_id validation_id
reservation_messages created_at id lot_id reservation_id to_user_id user_id
reservations created_by_user_id currency id lot_id user_id
resident_imports created_at data_source_id id is_preview lot_id
residents data_source_id first_seen_at id lot_id
saved_lots lot_id user_id
saved_views created_at id list lot_id user_id
subscription_changes id lot_id requested_by_user_id subscription_id
subscriptions currency id kind lot_id user_id
validation_options id lot_id partner_id
validation_partners currency id lot_id
validations amount_cents currency discount given_cents id lot_id max_cents minutes option_id paid_cents partner_id percent source validated_at
waitlist_entries id lot_id user_id
`

const refused = (client: pg.Client, text: string) =>
  client.query(text).then(
    () => 'accepted',
    (error: pg.DatabaseError) => error.code,
  )
/** insufficient_privilege */
const noRight = '42501'

describe('the application role', () => {
  test('has exactly the listed privileges on every table', async () => {
    const { rows } = await owner.query<{ line: string; beyond: string }>(
      `select c.relname || ' ' || concat(
           case when has_table_privilege($1, c.oid, 'select') then 'S' end,
           case when has_table_privilege($1, c.oid, 'insert') then 'I' end,
           case when has_table_privilege($1, c.oid, 'update') then 'U' when has_any_column_privilege($1, c.oid, 'update') then 'u' end,
           case when has_table_privilege($1, c.oid, 'delete') then 'D' end) as line,
         concat(
           case when has_table_privilege($1, c.oid, 'truncate') then 'truncate' end,
           case when has_table_privilege($1, c.oid, 'references') then 'references' end,
           case when has_table_privilege($1, c.oid, 'trigger') then 'trigger' end,
           case when has_table_privilege($1, c.oid, 'maintain') then 'maintain' end,
           case when pg_has_role($1, c.relowner, 'member') then 'owner' end) as beyond
       from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
       order by 1`,
      [appRole],
    )
    expect(rows.map(({ line }) => line)).toEqual(table.trim().split('\n'))
    expect(rows.filter(({ beyond }) => beyond !== '')).toEqual([])
  })

  test('cannot move a row of money or people to another lot or person', async () => {
    const { rows } = await owner.query<{ line: string }>(
      `select c.relname || ' ' || string_agg(a.attname, ' ' order by a.attname) as line
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
         and has_any_column_privilege($1, c.oid, 'update') and not has_column_privilege($1, c.oid, a.attnum, 'update')
       group by c.relname order by 1`,
      [appRole],
    )
    expect(rows.map(({ line }) => line)).toEqual(fixed.trim().split('\n'))
  })

  test('is no superuser, cannot bypass row security or create roles or databases, and has no other role', async () => {
    const { rows } = await owner.query(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
         exists (select from pg_auth_members where member = r.oid) as is_member
       from pg_roles r where rolname = $1`,
      [appRole],
    )
    expect(rows).toEqual([
      {
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        rolreplication: false,
        is_member: false,
      },
    ])
  })

  test.each([
    'create table mine (id int)',
    'create temporary table mine (id int)',
    'create schema mine',
    'create function mine() returns int language sql as $$ select 1 $$',
    'alter table lots add mine int',
    'drop table audit_log',
    'truncate ledger_entries',
    'alter table ledger_entries disable trigger all',
    'set session_replication_role = replica',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop trigger ledger_entries_append_only on ledger_entries',
    'update ledger_entries set amount_cents = 1',
    'delete from ledger_transactions',
    'update audit_log set details = details',
    'delete from audit_log',
    "set openspot.forgetting = 'on'; update audit_log set details = details",
    'delete from payments',
    "copy users to program 'cat'",
    "select pg_read_file('postgresql.conf')",
    'alter role openspot_app superuser',
    'set role openspot',
    'update graphile_worker.migrations set id = id',
    'create table graphile_worker.mine (id int)',
  ])('rejects "%s"', async (statement) => {
    expect(await refused(app, statement)).toBe(noRight)
  })

  test('is granted access to a table of a later migration', async () => {
    const later = laterRelease({ migrations: { '9001_later.sql': 'create table later (id int);' } })
    await migrate(database.owner_url, () => {}, appRole, later)
    expect(await refused(app, 'insert into later values (1)')).toBe('accepted')
    later.remove()
    await owner.query(
      `drop table later; delete from migrations where name = '9001_later'; delete from schema_state`,
    )
    await migrate(database.owner_url, () => {}, appRole)
  })

  test('without ownership only checks the schema and rejects a database that lacks a migration', async () => {
    await expect(migrate(database.url)).resolves.toBeUndefined()
    await owner.query(`delete from migrations where name = '0004_receipts'`)
    await expect(migrate(database.url)).rejects.toThrow(
      'The database lacks 0004_receipts. Set DATABASE_MIGRATE_URL',
    )
  })
})

describe('the embedded PostgreSQL', () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'openspot-upgrade-'))
    chmodSync(folder, 0o755)
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('upgrades a data folder that only had the superuser, and restricts its log', async () => {
    const before = await startCluster(folder, ['fsync=off'])
    const old = new pg.Client({ connectionString: before.url('postgres') })
    await old.connect()
    await migrate(before.url('postgres'))
    await old.query(`insert into users (email) values ('kept@people.example')`)
    await old.query(`drop role ${appRole}`)
    await old.end()
    await before.stop()
    const log = path.join(folder, 'postgres.log')
    writeFileSync(log, '')
    chmodSync(log, 0o644)

    const after = await startCluster(folder, ['fsync=off'])
    try {
      await migrate(after.url('postgres'), () => {}, appRole)
      const client = new pg.Client({ connectionString: after.appUrl('postgres') })
      await client.connect()
      const { rows } = await client.query('select email, current_user from users')
      expect(rows).toEqual([{ email: 'kept@people.example', current_user: appRole }])
      expect(await refused(client, 'delete from audit_log')).toBe(noRight)
      await refused(client, `insert into users (email) values ('not an address of ours')`)
      await refused(client, `insert into users (email) values ('kept@people.example') returning nonsense`)
      await client.end()
      expect(statSync(log).mode & 0o777).toBe(0o600)
      expect(readFileSync(log, 'utf8')).not.toMatch(/kept@|not an address|insert into/)
    } finally {
      await after.stop()
    }
  })
})
