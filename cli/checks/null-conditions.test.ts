import { expect, test } from 'vitest'
import { findNullConditions, nullableColumns } from './null-conditions.ts'

const tables = nullableColumns(`table refunds
  id uuid not null
  status text not null
  send_at timestamp with time zone
  amount_cents integer not null
  constraint refunds_check CHECK ((amount_cents > 0))

table spots
  id uuid not null
  assigned_user_id uuid
`)
const found = (
  body: string,
  head = 'create or replace function undo() returns void language plpgsql as $$',
) =>
  findNullConditions(`${head}\n${body}\n$$;\n`, tables).map(({ line, condition, columns }) => ({
    line,
    condition,
    columns,
  }))

test('the columns of a table that may be null are those without "not null"', () => {
  expect(tables.get('refunds')).toEqual(new Set(['send_at']))
  expect(tables.get('spots')).toEqual(new Set(['assigned_user_id']))
})

test('the condition that let a sent refund be undone is found', () => {
  expect(
    found(`declare
  the_refund refunds;
begin
  if not (the_refund.status = 'PENDING' and the_refund.send_at > p_now) then return 'late'; end if;
end`),
  ).toEqual([
    {
      line: 5,
      condition: "not (the_refund.status = 'PENDING' and the_refund.send_at > p_now)",
      columns: ['refunds.send_at'],
    },
  ])
})

test.each([
  'select s.id into the_spot from spots s where s.assigned_user_id <> p_user',
  'update spots s set label = 1 where p_user <> s.assigned_user_id',
  'delete from refunds r using spots s where r.id = s.id and s.assigned_user_id <> r.user_id',
])('an inequality over a column that may be null is found: %s', (statement) => {
  expect(found(statement).map(({ columns }) => columns)).toEqual([['spots.assigned_user_id']])
})

test('the rows of a trigger are those of its tables', () => {
  const text = `create or replace function check_spot() returns trigger language plpgsql as $$
begin
  if new.assigned_user_id <> old.assigned_user_id then return null; end if;
end $$;
create or replace trigger spots_checked after update on spots for each row execute function check_spot();
`
  expect(findNullConditions(text, tables).map(({ line, function: name }) => [line, name])).toEqual([
    [3, 'check_spot'],
  ])
})

test.each([
  "select from refunds r where r.status <> 'PAID'",
  'select from refunds r where r.send_at is distinct from p_now',
  'select from refunds r where not (r.send_at is not null and r.amount_cents > 3)',
  'select from refunds r where not exists (select from spots s where s.id = r.id)',
  '-- r.send_at <> s.assigned_user_id',
  'select from other o where o.send_at <> p_now',
])('a condition that is always true or false is not found: %s', (statement) => {
  expect(found(statement)).toEqual([])
})
