import { expect, test } from 'vitest'
import { commandOnDatabase } from '../testing/command-on-database.ts'

const { run: admin, owner } = commandOnDatabase('admin')

test('openspot admin makes verified accounts platform admins, lists and removes them, and keeps the last', async () => {
  expect(await admin()).toEqual([0, 'There is no platform admin yet.'])
  await owner().query(
    `insert into users (email, first_name, account_status, source, email_verified_at)
     values ('ada@people.example', 'Ada', 'ACTIVE', 'ORGANIC', now()), ('bo@people.example', 'Bo', 'ACTIVE', 'ORGANIC', now()),
       ('new@people.example', 'Cy', 'ACTIVE', 'ORGANIC', null)`,
  )
  expect(await admin('grant', 'new@people.example')).toEqual([
    1,
    'No active account has the verified email address new@people.example. Sign up with it first.',
  ])
  expect(await admin('grant', 'Ada@people.example')).toEqual([
    0,
    'Ada@people.example is now a platform admin.',
  ])
  expect(await admin('grant', 'ada@people.example')).toEqual([
    1,
    'ada@people.example is already a platform admin.',
  ])
  expect(await admin('revoke', 'ada@people.example')).toEqual([
    1,
    'ada@people.example is the only platform admin. Grant someone else access first.',
  ])
  expect((await admin('grant', 'bo@people.example'))[0]).toBe(0)
  expect(await admin('list')).toEqual([0, 'ada@people.example  Ada\nbo@people.example  Bo'])
  expect(await admin('revoke', 'ada@people.example')).toEqual([
    0,
    'ada@people.example is no longer a platform admin.',
  ])
  const audit = await owner().query('select action, actor_role from audit_log order by at')
  expect(audit.rows.map(({ action }) => action)).toEqual([
    'user.grant_admin',
    'user.grant_admin',
    'user.revoke_admin',
  ])
})
