import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeSchema } from './describe-schema.ts'
import { type TestDatabase, testDatabase } from './testing/database.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase('empty')
  client = new pg.Client({ connectionString: database.owner_url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('describes columns, constraints, indexes, triggers, types, and functions of the public schema only', async () => {
  await client.query(`
    create type color as enum ('RED', 'BLUE');
    create function refuse() returns trigger language plpgsql as $$ begin return null; end $$;
    create table cars (id int generated always as identity primary key, color color not null default 'RED', gone text,
      made_at timestamptz check (made_at > '2000-01-01T00:00:00Z'), twice int generated always as (id * 2) virtual);
    alter table cars drop column gone;
    create index cars_made on cars (made_at) where color = 'BLUE';
    create trigger cars_refuse before delete on cars execute function refuse();
    create schema other create table hidden (id int)`)
  // A session with other settings must not describe it differently.
  await client.query(`set timezone = 'America/Chicago'; set search_path = other`)
  const text = await describeSchema(client)
  expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('--'))).toEqual([
    'color: RED, BLUE',
    'sequence cars_id_seq',
    'table cars',
    '  id integer not null generated always as identity',
    "  color color not null default 'RED'::color",
    '  made_at timestamp with time zone',
    '  twice integer generated always as ((id * 2)) virtual',
    "  constraint cars_made_at_check CHECK ((made_at > '2000-01-01 00:00:00+00'::timestamp with time zone))",
    '  constraint cars_pkey PRIMARY KEY (id)',
    "  CREATE INDEX cars_made ON public.cars USING btree (made_at) WHERE (color = 'BLUE'::color)",
    '  CREATE TRIGGER cars_refuse BEFORE DELETE ON public.cars FOR EACH STATEMENT EXECUTE FUNCTION refuse()',
    'refuse() returns trigger',
  ])
})
