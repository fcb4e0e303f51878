import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../testing/database.ts'
import { checkFunctions } from './check-functions.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await testDatabase()
  client = new pg.Client({ connectionString: database.owner_url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Returns what the check finds in a function named `planted`, which is dropped again. */
async function foundIn(definition: string): Promise<string[]> {
  await client.query(definition)
  try {
    const found = await checkFunctions(client, ['planted'])
    return found.map(({ line, message }) => `${line ?? '-'}: ${message}`)
  } finally {
    await client.query('drop function planted cascade')
  }
}

const plpgsql = (signature: string, body: string) =>
  `create function planted${signature} language plpgsql as $$${body}$$`

test.each([
  [
    'a misspelled column in a branch that never runs',
    plpgsql('() returns void', 'begin\nif false then\nperform l.nmae from lots l;\nend if;\nend'),
    '3: column l.nmae does not exist',
  ],
  [
    'a misspelled field of a row variable',
    plpgsql('(a lots) returns text', 'begin\nreturn a.nmae;\nend'),
    '2: variable a has no column nmae',
  ],
  [
    'a misspelled field of a record in a loop',
    plpgsql(
      '() returns void',
      `declare r record;\nbegin\nfor r in select l.id from lots l loop\nraise notice '%', r.di;\nend loop;\nend`,
    ),
    '4: variable r has no column di',
  ],
  [
    'an unknown table',
    plpgsql('() returns void', 'begin\nupdate lost set name = null;\nend'),
    '2: relation "lost" does not exist',
  ],
  [
    'an unknown function',
    plpgsql('() returns void', 'begin\nperform planted_elsewhere();\nend'),
    '2: function planted_elsewhere() does not exist',
  ],
  [
    'a function argument of a wrong type',
    plpgsql('(a text) returns void', 'begin\nperform lock_staff_money(a);\nend'),
    '2: function lock_staff_money(text) does not exist',
  ],
  [
    'an unknown value of an enum',
    plpgsql('(a reservations) returns boolean', `begin\nreturn a.status = 'ACTIV';\nend`),
    '2: invalid input value for enum reservation_status: "ACTIV"',
  ],
  [
    'an unused variable',
    plpgsql('() returns void', 'declare\na integer;\nbegin\na := 1;\nend'),
    '2: variable a is never read',
  ],
  [
    'an unused parameter',
    plpgsql('(a integer) returns void', 'begin\nnull;\nend'),
    '-: parameter a is never used',
  ],
  [
    'an unused parameter in SQL',
    'create function planted(a integer) returns integer language sql as $$select 1$$',
    '-: parameter a is never used',
  ],
  [
    'a result that is never assigned',
    plpgsql('(out a integer)', 'begin\nnull;\nend'),
    '-: result a is never assigned',
  ],
  [
    'a variable with the name of a column',
    plpgsql(
      '() returns text',
      'declare name text;\nbegin\nselect l.street into name from lots l where name is null;\nreturn name;\nend',
    ),
    '3: name may be a variable or a column',
  ],
  [
    'a function without a return',
    plpgsql('(a integer) returns integer', 'begin\nif a > 1 then return a; end if;\nend'),
    '-: can end without a return',
  ],
  [
    'statements after a return',
    plpgsql('() returns integer', 'begin\nreturn 1;\nreturn 2;\nend'),
    '2: the code after it is unreachable',
  ],
  [
    'an assignment of a wrong type',
    plpgsql('(a integer) returns uuid', 'declare u uuid;\nbegin\nu := a;\nreturn u;\nend'),
    '3: integer is assigned to uuid',
  ],
  [
    'a returned value of a wrong type',
    plpgsql('(a integer) returns uuid', 'begin\nreturn a + 1;\nend'),
    '2: integer is assigned to uuid',
  ],
  [
    'a condition that is no boolean',
    plpgsql('(a integer) returns void', 'begin\nif a then null; end if;\nend'),
    '2: integer is assigned to boolean',
  ],
  [
    'a query with too few columns for its variables',
    plpgsql('(out a integer, out b integer)', 'begin\nselect 1 into a, b from lots;\nend'),
    '2: into: 1 columns for 2',
  ],
  [
    'a query with a column of a wrong type for its variable',
    plpgsql('(out a integer)', 'begin\nselect l.name into a from lots l;\nend'),
    '2: into, column name: text is assigned to integer',
  ],
  [
    'a returned query with a column of a wrong type',
    plpgsql('() returns setof uuid', 'begin\nreturn query select l.name from lots l;\nend'),
    '2: the result, column name: text is assigned to uuid',
  ],
  [
    'a record that is used before it is assigned',
    plpgsql('() returns void', `declare r record;\nbegin\nraise notice '%', r.id;\nend`),
    '3: r is used before it is assigned',
  ],
  [
    'a misspelled field of the row of a trigger',
    `${plpgsql('() returns trigger', 'begin\nif new.nmae is null then return null; end if;\nreturn new;\nend')};
     create trigger planted before insert on lots for each row execute function planted()`,
    '2: variable new has no column nmae (for lots)',
  ],
  [
    'a trigger function that no trigger calls',
    plpgsql('() returns trigger', 'begin\nreturn new;\nend'),
    '-: no trigger calls it',
  ],
])('reports %s', async (_what, definition, expected) => {
  expect(await foundIn(definition)).toContain(expected)
})

test.each([
  ['a literal for an enum', plpgsql('(out a reservation_status)', `begin\na := 'ACTIVE';\nend`)],
  [
    'a record whose columns come from JSON',
    plpgsql(
      '(p jsonb) returns integer',
      'declare r record;\nbegin\nselect * into r from jsonb_to_record(p) as (a integer);\nreturn r.a;\nend',
    ),
  ],
  [
    'a variable with the name of a column where columns are preferred',
    plpgsql(
      '(p uuid, out name text)',
      '\n#variable_conflict use_column\nbegin\nselect l.name into name from lots l where l.id = p and name is not null;\nend',
    ),
  ],
  [
    'text that is not ASCII before a variable',
    plpgsql(
      '(a text) returns text',
      `begin\nreturn '· é' || a || (select l.name from lots l where l.street = a);\nend`,
    ),
  ],
])('accepts %s', async (_what, definition) => {
  expect(await foundIn(definition)).toEqual([])
})
