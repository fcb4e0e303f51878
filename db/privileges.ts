import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Schemas } from './schemas.ts'

/** The role that the application connects as in the embedded PostgreSQL and in tests. */
export const appRole = 'openspot_app'

/** Tables written only by migrations. */
const readOnly = [
  'fine_moves',
  'gate_open_moves',
  'membership_moves',
  'migrations',
  'plans',
  'reservation_moves',
  'schema_state',
]

/** Append-only tables. Triggers reject changes too; these privileges hold without them. */
const appendOnly = [
  'audit_log',
  'fine_events',
  'gate_open_steps',
  'invoice_lines',
  'ledger_entries',
  'ledger_transactions',
  'payout_lines',
  'plan_bills',
  'previous_availability',
  'problem_plates',
  'reservation_events',
  'rule_set_versions',
  'validation_entries',
]

/** Rows that end by a status or a date because money and audit records refer to them. */
const neverDeleted = [
  'account_views',
  'cameras',
  'cars',
  'consents',
  'data_sources',
  'dispute_evidence',
  'disputes',
  'earnings',
  'fine_appeals',
  'fines',
  'gate_opens',
  'gates',
  'invoices',
  'lots',
  'memberships',
  'payment_methods',
  'payments',
  'payout_accounts',
  'payouts',
  'price_guidance_changes',
  'problems',
  'provider_transactions',
  'ratings',
  'reconciliation_differences',
  'reconciliation_runs',
  'refunds',
  'reservation_messages',
  'reservations',
  'resident_imports',
  'server_secrets',
  'spots',
  'subscription_changes',
  'subscriptions',
  'users',
  'validation_options',
  'validation_partners',
  'validations',
  'webhook_events',
]

/**
 * Columns that say who owns a row and how much it is about. They are written once, so the application cannot move a row
 * to another lot or person even if a statement forgets to check.
 */
const fixedColumns: Record<string, readonly string[]> = {
  account_views: ['id', 'session_id', 'admin_user_id', 'user_id', 'reason', 'begins_at', 'ends_at'],
  camera_events: ['id', 'lot_id', 'camera_id', 'received_at', 'content_type', 'size_bytes', 'body_hash'],
  cameras: ['id', 'lot_id', 'created_at'],
  cars: ['id', 'user_id'],
  data_sources: ['id', 'lot_id', 'kind', 'provider', 'created_at'],
  dispute_evidence: ['dispute_id', 'lot_id'],
  dispute_files: ['id', 'lot_id', 'dispute_id', 'kind', 'uploaded_by_user_id', 'created_at'],
  disputes: ['id', 'lot_id', 'invoice_id', 'payment_id'],
  earnings: ['source_id', 'lot_id', 'payee_kind', 'user_id', 'source_kind', 'currency'],
  fine_appeals: ['id', 'lot_id', 'fine_id', 'user_id', 'created_at'],
  fines: [
    'id',
    'lot_id',
    'code',
    'reason',
    'plate',
    'plate_normalized',
    'region',
    'user_id',
    'car_id',
    'spot_id',
    'seen_at',
    'rule_set_id',
    'rule_set_version',
    'explanation',
    'currency',
    'amount_cents',
    'facts',
    'created_at',
    'created_by_user_id',
  ],
  gate_opens: [
    'id',
    'lot_id',
    'gate_id',
    'user_id',
    'given_by',
    'reservation_id',
    'camera_id',
    'idempotency_key',
    'is_by_link',
    'joined_id',
    'requested_at',
    'expires_at',
  ],
  gates: ['id', 'lot_id'],
  invoices: [
    'id',
    'lot_id',
    'user_id',
    'host_user_id',
    'currency',
    'created_at',
    'requested_by_user_id',
    'needs_approval',
    'fine_id',
    'plan_bill_id',
    'retry_days',
    'grace_days',
  ],
  lot_photos: ['id', 'lot_id', 'width', 'height', 'bytes', 'thumbnail', 'created_at'],
  memberships: ['id', 'lot_id', 'user_id'],
  payment_customers: ['user_id'],
  payment_methods: ['id', 'user_id', 'kind'],
  payments: [
    'id',
    'lot_id',
    'invoice_id',
    'payment_method_id',
    'kind',
    'currency',
    'amount_cents',
    'session_id',
    'consent_id',
  ],
  payout_accounts: ['id', 'lot_id', 'user_id'],
  payouts: ['id', 'lot_id', 'payee_kind', 'user_id', 'account_id', 'currency', 'amount_cents'],
  photos: ['id', 'lot_id', 'uploaded_by_user_id'],
  plate_reads: ['id', 'lot_id', 'camera_id', 'recorded_by_user_id', 'event_key', 'received_at'],
  plate_visits: ['id', 'lot_id', 'created_at'],
  plate_lookups: [
    'id',
    'lot_id',
    'user_id',
    'plate',
    'region',
    'reason',
    'note',
    'looked_up_at',
    'result',
    'match',
    'created_at',
  ],
  price_guidance_changes: ['id', 'lot_id', 'applied_at', 'is_scheduled', 'cells'],
  problems: ['id', 'lot_id', 'user_id', 'reservation_id', 'spot_id', 'kind', 'created_at'],
  ratings: ['id', 'lot_id', 'reservation_id', 'user_id', 'stars', 'created_at'],
  refunds: [
    'id',
    'lot_id',
    'invoice_id',
    'payment_id',
    'amount_cents',
    'requested_by_user_id',
    'validation_id',
  ],
  reservation_messages: ['id', 'lot_id', 'reservation_id', 'user_id', 'to_user_id', 'created_at'],
  reservations: ['id', 'lot_id', 'user_id', 'created_by_user_id', 'currency'],
  resident_imports: ['id', 'lot_id', 'data_source_id', 'is_preview', 'created_at'],
  residents: ['id', 'lot_id', 'data_source_id', 'first_seen_at'],
  saved_lots: ['user_id', 'lot_id'],
  saved_views: ['id', 'lot_id', 'user_id', 'list', 'created_at'],
  subscription_changes: ['id', 'lot_id', 'subscription_id', 'requested_by_user_id'],
  subscriptions: ['id', 'lot_id', 'kind', 'user_id', 'currency'],
  validation_options: ['id', 'lot_id', 'partner_id'],
  validation_partners: ['id', 'lot_id', 'currency'],
  validations: [
    'id',
    'lot_id',
    'partner_id',
    'option_id',
    'source',
    'currency',
    'discount',
    'amount_cents',
    'percent',
    'minutes',
    'max_cents',
    'paid_cents',
    'given_cents',
    'validated_at',
  ],
  waitlist_entries: ['id', 'lot_id', 'user_id'],
}

/** Functions that need more privileges than the application has; they run with those of the owner. */
const definerFunctions = ['forget_person', 'forget_untouched_ghosts', 'merge_person', 'take_back_payout']

async function fixColumns(client: pg.ClientBase, name: string): Promise<void> {
  for (const [table, fixed] of Object.entries(fixedColumns)) {
    const { rows } = await client.query<{ columns: string }>(
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attname <> all ($2)`,
      [table, fixed],
    )
    await client.query(`
      revoke update on ${table} from ${name};
      grant update (${rows[0]?.columns}) on ${table} to ${name}`)
  }
}

/**
 * The tables of the job queue have row security without a policy, so by default only their owner sees rows. A policy
 * that is in place is kept: replacing it locks its table, and a booking that has queued a job and needs the next of
 * these tables would be in a deadlock with the migration.
 */
async function openQueue(client: pg.ClientBase, role: string, jobs: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class c
     where relnamespace = $2::regnamespace and relkind in ('r', 'p') and relrowsecurity
       and not exists (select from pg_policy p join pg_roles r on r.oid = any (p.polroles)
         where p.polrelid = c.oid and p.polname = 'openspot' and r.rolname = $1)`,
    [role, jobs],
  )
  for (const table of rows) {
    await client.query(`
      drop policy if exists openspot on ${table.name};
      create policy openspot on ${table.name} to ${client.escapeIdentifier(role)} using (true) with check (true)`)
  }
}

/**
 * Changes if the privileges in this file, the role, or the database change; a copied database lacks some privileges.
 */
export const hashRights = (database: string, role: string | null): string =>
  createHash('sha256')
    .update(`${database} ${role}\n${readFileSync(fileURLToPath(import.meta.url), 'utf8')}`)
    .digest('hex')

/**
 * Grants `role` what the running product needs in the database of `client`: no DDL, and no changes to append-only rows.
 * Must run in a transaction as the owner. Called after each migration, so that new tables are covered without further
 * statements: a table in none of the lists above can be read and written in full.
 */
export async function grantToApplication(
  client: pg.ClientBase,
  role: string,
  schemas: Pick<Schemas, 'jobs' | 'path'>,
): Promise<void> {
  const name = client.escapeIdentifier(role)
  const jobs = client.escapeIdentifier(schemas.jobs)
  const path = schemas.path.map((schema) => client.escapeIdentifier(schema)).join(', ')
  const {
    rows: [{ database } = { database: '' }],
  } = await client.query<{ database: string }>('select current_database() as database')
  await client.query(`
    revoke create, temporary on database ${client.escapeIdentifier(database)} from public, ${name};
    grant connect on database ${client.escapeIdentifier(database)} to ${name};
    revoke create on schema ${path} from public, ${name};
    grant usage on schema ${path}, ${jobs} to ${name};
    revoke all on all tables in schema ${path} from ${name};
    grant select, insert, update, delete on all tables in schema ${path} to ${name};
    grant usage, select on all sequences in schema ${path} to ${name};
    revoke insert, update, delete on ${readOnly.join(', ')} from ${name};
    revoke update, delete on ${appendOnly.join(', ')} from ${name};
    revoke delete on ${neverDeleted.join(', ')} from ${name};
    grant select, insert, update, delete on all tables in schema ${jobs} to ${name};
    revoke insert, update, delete on ${jobs}.migrations from ${name};
    grant usage, select on all sequences in schema ${jobs} to ${name};
    grant execute on all functions in schema ${jobs} to ${name}`)
  await fixColumns(client, name)
  await openQueue(client, role, schemas.jobs)
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where pronamespace = $2::regnamespace and proname = any ($1)`,
    [definerFunctions, schemas.path[0]],
  )
  for (const { signature } of rows) {
    await client.query(`
      alter function ${signature} security definer set search_path = ${path}, pg_temp;
      revoke execute on function ${signature} from public;
      grant execute on function ${signature} to ${name}`)
  }
}
