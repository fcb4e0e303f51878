import {
  checkDataSourceRoute,
  listDataSourcesRoute,
  patchDataSourceRoute,
} from '@openspot/contract/people/data-sources.ts'
import type { PropertySystemsServer } from '@openspot/property-systems-stand-in/server.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asVendorError, VendorUnavailable } from '../../net/vendor-errors.ts'
import { resealAll } from '../../platform/sealed/reseal.ts'
import { secretsFrom } from '../../secrets.ts'
import type { TestApi } from '../../testing/api.ts'
import { secret, wayOf } from '../connectors/testing/vendors.ts'
import { aConnectedLot, type Stand, startStand } from '../resident-imports/testing/source.ts'
import { connectorOf } from './connection.ts'
import { findDataSource } from './data-sources.sql.ts'

let stand: Stand
let api: TestApi
let server: PropertySystemsServer
beforeAll(async () => {
  stand = await startStand()
  ;({ api, server } = stand)
})
afterAll(() => stand.close())

const connect = () => aConnectedLot(stand, wayOf('ENTRATA'))
const sealedOf = async (id: string) =>
  (await findDataSource(api.deps.database.pool, id))?.sealed_secrets ?? ''

test('credentials are stored encrypted and never returned', async () => {
  const { lot_id, id, owner } = await connect()
  expect(await sealedOf(id)).not.toContain(secret)
  const listed = await api.call(listDataSourcesRoute, { params: { lot_id } }, owner.token)
  expect(JSON.stringify(listed)).not.toContain(secret)
  expect(listed.items).toMatchObject([{ has_secrets: true, credential_status: 'VERIFIED' }])
})

test('an address changes only together with the credentials, so that they are not sent elsewhere', async () => {
  const { id, owner, lot_id } = await connect()
  const [source] = (await api.call(listDataSourcesRoute, { params: { lot_id } }, owner.token)).items
  const body = { connection: { ...source?.connection, service_url: 'https://elsewhere.example' } }
  const refused = await api.refusal(
    patchDataSourceRoute,
    { params: { data_source_id: id }, body },
    owner.token,
  )
  expect(refused).toMatchObject({ status: 409, code: 'secrets_needed', field: 'secrets' })
})

test('archiving erases the credentials', async () => {
  const { id, owner } = await connect()
  const body = { integration_status: 'ARCHIVED' } as const
  const archived = await api.call(patchDataSourceRoute, { params: { data_source_id: id }, body }, owner.token)
  expect(archived).toMatchObject({ integration_status: 'ARCHIVED', has_secrets: false })
  expect(await sealedOf(id)).toBe('')
})

test('a new secret of the operator reads what the previous one encrypted, and encrypts it again', async () => {
  const { id } = await connect()
  const before = await sealedOf(id)
  const { ports, database, vendors } = api.deps
  const previous = api.deps.secrets
  const [first, next] = ['first secret of the operator', 'next secret of the operator']
  // The secret of this API is drawn at its start, so the credentials are encrypted with a known one first.
  const opened = previous.unseal('data source', before) ?? ''
  const known = secretsFrom(first).seal('data source', opened, ports.random(12))
  await database.db.updateTable('data_sources').set({ sealed_secrets: known }).where('id', '=', id).execute()
  const { db, pool } = database
  const rotated = { ports, vendors, db, pool, log: api.deps.log, secrets: secretsFrom(next, [first]) }
  const source = await findDataSource(database.pool, id)
  if (!source) throw new Error('The data source is gone.')
  expect(await connectorOf(rotated, source).listProperties(AbortSignal.timeout(5000))).not.toEqual([])
  await resealAll(rotated)
  const after = await sealedOf(id)
  expect(after).not.toBe(known)
  expect(secretsFrom(next).unseal('data source', after)).toBe(opened)
  await resealAll(rotated)
  expect(await sealedOf(id)).toBe(after)
})

test('a connection that is on is synced again once rejected credentials are accepted', async () => {
  const source = await connect()
  const nextSync = async () => {
    const listed = await api.call(
      listDataSourcesRoute,
      { params: { lot_id: source.lot_id } },
      source.owner.token,
    )
    return listed.items[0]?.next_sync_at ?? null
  }
  server.set('ENTRATA', { deny: true })
  await source.sync()
  expect(await nextSync()).toBeNull()
  server.set('ENTRATA', { deny: false })
  await api.call(checkDataSourceRoute, { params: { data_source_id: source.id } }, source.owner.token)
  expect(await nextSync()).toBe(api.ports.now().toISOString())
})

test('a check that takes too long counts as a vendor who did not answer', () => {
  const { reason } = AbortSignal.abort(new DOMException('The operation timed out.', 'TimeoutError'))
  expect(asVendorError(reason)).toBeInstanceOf(VendorUnavailable)
  expect(asVendorError(new Error('ours'))).toBeNull()
})
