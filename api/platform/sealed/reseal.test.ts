import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Secrets, secretsFrom } from '../../secrets.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { createGate, simulatedGate } from '../../testing/factories/gates.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson } from '../../testing/factories/people.ts'
import { resealAll } from './reseal.ts'

let api: TestApi

beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const [first, next] = ['first secret of the operator', 'next secret of the operator']
const reseal = (secrets: Secrets) => {
  const { db, pool } = api.deps.database
  return resealAll({ db, pool, log: api.deps.log, ports: api.ports, secrets })
}

async function sealed(): Promise<{ gate: string; factor: string }> {
  const { rows } = await api.deps.database.pool.query<{ gate: string; factor: string }>(
    `select (select device_password from gates where device_password is not null) as gate,
       (select sealed_secret from second_factors) as factor`,
  )
  return rows[0] ?? { gate: '', factor: '' }
}

test('after the operator replaced the secret, passwords of gates and secrets of authenticator apps are encrypted only with the new one', async () => {
  const { pool } = api.deps.database
  const { lot_id } = await aLot(api)
  const admin = await aMember(api, lot_id, 'ADMIN')
  const gate = await createGate(api, { lot_id, admin, body: simulatedGate(api) })
  const person = await aPerson(api)
  const old = secretsFrom(first)
  const nonce = () => api.ports.random(12)
  await pool.query('update gates set device_password = $2 where id = $1', [
    gate.id,
    old.seal('gate password', 'open sesame', nonce()),
  ])
  await pool.query('insert into second_factors (user_id, sealed_secret, created_at) values ($1, $2, $3)', [
    person.user_id,
    old.seal('second factor secret', 'JBSWY3DPEHPK3PXP', nonce()),
    api.ports.now().toISOString(),
  ])
  const before = await sealed()
  await reseal(secretsFrom(next))
  expect(await sealed()).toEqual(before)
  await reseal(secretsFrom(next, [first]))
  const after = await sealed()
  const now = secretsFrom(next)
  expect([now.unseal('gate password', after.gate), now.unseal('second factor secret', after.factor)]).toEqual(
    ['open sesame', 'JBSWY3DPEHPK3PXP'],
  )
  await reseal(secretsFrom(next, [first]))
  expect(await sealed()).toEqual(after)
})

test('every column that is encrypted is encrypted again', async () => {
  const { rows } = await api.deps.database.pool.query<{ name: string }>(
    `select c.table_name || '.' || c.column_name as name from information_schema.columns c
     where c.table_schema = 'public' and (c.column_name like 'sealed%' or c.column_name = 'device_password') order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([
    'data_sources.sealed_secrets',
    'gates.device_password',
    'second_factors.sealed_secret',
  ])
})
