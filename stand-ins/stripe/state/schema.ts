import type pg from 'pg'

/**
 * The stand-in's tables, created at start if absent; stand-ins that start concurrently wait for each other. `data` is
 * what the API shows; `hidden` is what only Stripe would know (how a test card behaves, webhook secrets). `due_at` is
 * when the object changes by itself: a debit settles, a payout arrives, a session expires.
 */
const statements = `
do $$ begin
  -- Data folders made before the schema had this name keep their cards.
  if to_regnamespace('stripe_sandbox') is not null and to_regnamespace('stripe_stand_in') is null then
    alter schema stripe_sandbox rename to stripe_stand_in;
  end if;
end $$;
create schema if not exists stripe_stand_in;

create table if not exists stripe_stand_in.objects (
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
create index if not exists objects_listed on stripe_stand_in.objects (account, kind, seq);
create index if not exists objects_due on stripe_stand_in.objects (due_at) where due_at is not null;
create index if not exists objects_of_customer on stripe_stand_in.objects ((data->>'customer'), kind)
  where data->>'customer' is not null;
create index if not exists objects_of_intent on stripe_stand_in.objects ((data->>'payment_intent'), kind)
  where data->>'payment_intent' is not null;
create index if not exists objects_of_charge on stripe_stand_in.objects ((data->>'charge'), kind)
  where data->>'charge' is not null;

create table if not exists stripe_stand_in.deliveries (
  id bigint generated always as identity primary key,
  event_id text not null,
  endpoint_id text not null,
  attempts integer not null default 0,
  due_at bigint,
  delivered_at bigint,
  last_status integer,
  last_error text
);
create index if not exists deliveries_due on stripe_stand_in.deliveries (due_at, id) where due_at is not null;
create index if not exists deliveries_of_event on stripe_stand_in.deliveries (event_id);

create table if not exists stripe_stand_in.idempotency (
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
create index if not exists idempotency_created on stripe_stand_in.idempotency (created);

create table if not exists stripe_stand_in.settings (
  name text primary key,
  value jsonb not null
);
`

export async function ensureSchema(pool: pg.Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtextextended('stripe_stand_in.schema', 0))`)
    await client.query(statements)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
