import { createZoneRoute } from '@openspot/contract/booking/prices.ts'
import { until } from '@openspot/db/testing/until.ts'
import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { refuse } from './errors.ts'
import { type Change, makeChange, makeChangeOnce, nothingToLock } from './make-change.ts'
import { type TestApi, testApi } from './testing/api.ts'
import { aLot } from './testing/factories/lots.ts'
import { aMember } from './testing/factories/people.ts'

let api: TestApi
let lot_id: string
let user_id: string
const told: string[] = []
let stopWatching = () => {}
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  ;({ lot_id } = await aLot(api))
  ;({ user_id } = await aMember(api, lot_id, 'ADMIN'))
  told.splice(0)
  stopWatching()
  stopWatching = api.deps.changes.watch(lot_id, () => told.push(lot_id))
})
afterAll(async () => {
  stopWatching()
  await api.close()
})

type Made = Change<{ name: string } | null, string, string>

/** A request of an admin of the lot, as far as a change reads it. */
const requestOf = (idempotency_key: string) => {
  const route = { method: 'POST', routeOptions: { url: '/lots' }, idempotency_key }
  const by = { caller: { user_id }, granted: 'admin', lot_id }
  return { id: 'r', server: { ports: api.ports }, ...route, ...by } as unknown as FastifyRequest
}

/** Renames a lot, with the given parts in place of the right ones. */
function rename(parts: Partial<Made> = {}): Promise<string> {
  const { db } = api.deps.database
  return makeChange<{ name: string } | null, string, string>(
    { db, changes: api.deps.changes },
    requestOf('key'),
    {
      lock: (tx) =>
        tx.selectFrom('lots').select('name').where('id', '=', lot_id).forUpdate().executeTakeFirst(),
      write: async (tx) => {
        await tx.updateTable('lots').set({ name: 'After' }).where('id', '=', lot_id).execute()
        return 'After'
      },
      audit: (after, before) => ({
        action: 'lot.change',
        subject_kind: 'lot',
        subject_id: lot_id,
        details: { before: before?.name, after },
      }),
      announces: [lot_id],
      view: (after) => after,
      ...parts,
    },
  )
}

async function stored() {
  const { rows } = await api.deps.database.pool.query<{ name: string; entries: unknown[] }>(
    `select name, (select coalesce(jsonb_agg(details), '[]') from audit_log a where a.lot_id = l.id and action = 'lot.change') as entries
     from lots l where id = $1`,
    [lot_id],
  )
  return rows[0]
}

test('writes, records the difference, and tells those who watch after the commit', async () => {
  const before = (await stored())?.name
  expect(await rename()).toBe('After')
  expect(await stored()).toEqual({ name: 'After', entries: [{ before, after: 'After' }] })
  await until(async () => told.length > 0)
})

test.each<[string, Partial<Made>]>([
  ['the subject does not exist', { lock: () => Promise.resolve(undefined) }],
  ['the entry can’t be written', { audit: () => refuse('lot_changed') }],
])('changes nothing and tells nobody if %s', async (_, parts) => {
  const before = await stored()
  await expect(rename(parts)).rejects.toMatchObject({ code: parts.lock ? 'not_found' : 'lot_changed' })
  expect(await stored()).toEqual(before)
  // A later change of another lot arrives after anything that this one told.
  const other = await aLot(api)
  const admin = await aMember(api, other.lot_id, 'ADMIN')
  let isTold = false
  const stop = api.deps.changes.watch(other.lot_id, () => {
    isTold = true
  })
  await api.call(
    createZoneRoute,
    { params: { lot_id: other.lot_id }, body: { name: 'Z', rates: {} } },
    admin.token,
  )
  await until(async () => isTold)
  stop()
  expect(told).toEqual([])
})

test('records nothing if the change says so, and several entries if it names several', async () => {
  await rename({ lock: nothingToLock, audit: () => null })
  expect((await stored())?.entries).toEqual([])
  const entry = { action: 'lot.change', subject_kind: 'lot', subject_id: lot_id } as const
  await rename({ audit: () => [entry, { ...entry, details: { second: true } }] })
  expect((await stored())?.entries).toEqual([{}, { second: true }])
})

test('holds its lock until the commit', async () => {
  const order: string[] = []
  const first = rename({
    write: async (tx) => {
      order.push('first locked')
      const second = rename({ write: () => Promise.resolve(String(order.push('second locked'))) })
      void second.then(() => order.push('second done'))
      await tx.updateTable('lots').set({ name: 'First' }).where('id', '=', lot_id).execute()
      order.push('first written')
      return 'First'
    },
  })
  await first
  await until(async () => order.includes('second done'))
  expect(order.slice(0, 3)).toEqual(['first locked', 'first written', 'second locked'])
})

/** Adds a letter to the name of a lot. */
function lengthen(key: string, write?: () => Promise<unknown>) {
  return makeChangeOnce({ db: api.deps.database.db, changes: api.deps.changes }, requestOf(key), {
    lock: (tx) =>
      tx.selectFrom('lots').select('name').where('id', '=', lot_id).forUpdate().executeTakeFirst(),
    audit: ({ name }) => ({
      action: 'lot.change',
      subject_kind: 'lot',
      subject_id: lot_id,
      details: { before: name },
    }),
    write:
      write ??
      ((tx, { name }) =>
        tx
          .updateTable('lots')
          .set({ name: `${name}!` })
          .where('id', '=', lot_id)
          .execute()),
    announces: [lot_id],
    view: ({ name }, isNew) => ({ name, isNew }),
  })
}

test('makes a change once for an idempotency key, also if the same request runs twice at the same time, and tells those who watch', async () => {
  const before = (await stored())?.name ?? ''
  const made = await Promise.all([lengthen('first'), lengthen('first')])
  expect(made).toContainEqual({ name: before, isNew: true })
  expect(made).toContainEqual({ name: `${before}!`, isNew: false })
  expect(await lengthen('second')).toEqual({ name: `${before}!`, isNew: true })
  const entries = [{ before }, { before: `${before}!` }]
  expect(await stored()).toEqual({ name: `${before}!!`, entries: expect.arrayContaining(entries) as unknown })
  expect((await stored())?.entries).toHaveLength(2)
  await until(async () => told.length > 0)
})

test('makes a change that was refused when its request is repeated', async () => {
  const before = (await stored())?.name ?? ''
  await expect(lengthen('key', () => Promise.resolve(refuse('lot_changed')))).rejects.toMatchObject({
    code: 'lot_changed',
  })
  expect(await stored()).toEqual({ name: before, entries: [] })
  expect(await lengthen('key')).toEqual({ name: before, isNew: true })
})
