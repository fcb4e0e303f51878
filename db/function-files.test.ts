import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readFunctionFiles, splitFunctionFile } from './function-files.ts'
import { thisRelease } from './release.ts'

test('the parts of a file keep every statement, its body, and its comments', () => {
  const text = `-- Adds; two numbers.
create or replace function add(a int) returns int language plpgsql as $$
begin
  -- One; two.
  return a + 1;
end $$;

-- Fires late.
create constraint trigger late after insert on lots for each row execute function add();
drop trigger if exists early on lots;
do $$ begin execute 'create or replace trigger a'; end $$;
select 1;
comment on table lots is 'A lot''s row; one each.';
`
  const { functions, triggers } = splitFunctionFile('a.sql', text)
  expect(functions).toBe(
    `${text.slice(0, text.indexOf('\n\n-- Fires'))}\nselect 1;\ncomment on table lots is 'A lot''s row; one each.';\n`,
  )
  expect(triggers.match(/trigger/g)).toHaveLength(3)
  expect(triggers).toContain('-- Fires late.\ncreate constraint trigger late')
})

test('no statement of our functions is lost, and none that creates a trigger is among the functions', () => {
  const folder = thisRelease().functions
  for (const { name, functions, triggers } of readFunctionFiles(folder)) {
    expect(functions, name).not.toMatch(/^(?:create (?:or replace )?(?:constraint )?|drop )trigger /im)
    expect(functions.length + triggers.length, name).toBe(
      readFileSync(path.join(folder, name), 'utf8').length,
    )
  }
})
