import type pg from 'pg'

/**
 * The sandbox's tables, created at start if absent; sandboxes that start concurrently wait for each other. `data` is
 * what the API shows; `hidden` is what only Stripe would know (how a test card behaves, webhook secrets). `due_at` is
 * when the object changes by itself: a debit settles, a payout arrives, a session expires.
 */
const statements = `
create schema if not exists stripe_sandbox;

create table if not exists stripe_sandbox.objects (
  seq bigint generated always as identity primary key,
  id text not null unique,
  kind text not null,
  account text not null,
  created bigint not null,
  data jsonb not null,
  hidden jsonb not null,
  due_at bigint,
  deleted boolean not null default false
);
create index if not exists objects_listed on stripe_sandbox.objects (account, kind, seq);
create index if not exists objects_due on stripe_sandbox.objects (due_at) where due_at is not null;
create index if not exists objects_of_customer on stripe_sandbox.objects ((data->>'customer'), kind)
  where data->>'customer' is not null;
create index if not exists objects_of_intent on stripe_sandbox.objects ((data->>'payment_intent'), kind)
  where data->>'payment_intent' is not null;
create index if not exists objects_of_charge on stripe_sandbox.objects ((data->>'charge'), kind)
  where data->>'charge' is not null;

create table if not exists stripe_sandbox.deliveries (
  id bigint generated always as identity primary key,
  event_id text not null,
  endpoint_id text not null,
  attempts integer not null default 0,
  due_at bigint,
  delivered_at bigint,
  last_status integer,
  last_error text
);
create index if not exists deliveries_due on stripe_sandbox.deliveries (due_at, id) where due_at is not null;
create index if not exists deliveries_of_event on stripe_sandbox.deliveries (event_id);

create table if not exists stripe_sandbox.idempotency (
  account text not null,
  key text not null,
  request_id text not null,
  endpoint text not null,
  params_hash text not null,
  status integer not null,
  body text not null,
  created bigint not null,
  primary key (account, key)
);
create index if not exists idempotency_created on stripe_sandbox.idempotency (created);

create table if not exists stripe_sandbox.settings (
  name text primary key,
  value jsonb not null
);
`

export async function ensureSchema(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtextextended('stripe_sandbox.schema', 0))`)
    await client.query(statements)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
