import { openSignInLinkRoute, signUpRoute } from '@openspot/contract/identity/auth.ts'
import {
  deleteLotDraftRoute,
  getLotDraftRoute,
  type LotDraft,
  saveLotDraftRoute,
} from '@openspot/contract/lots/lot-drafts.ts'
import { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { DRAFT_DAYS } from '@openspot/core/lots/setup.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeExpired } from '../../jobs/purge-expired.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aPerson } from '../../testing/factories/people.ts'
import { solvedCheck, tokenSentTo } from '../../testing/sign-in.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const aDraft: LotDraft = {
  name: 'Canal Yard',
  street: '12 Canal St',
  city: 'Chicago',
  region: 'IL',
  postal_code: '60606',
  country: 'US',
  currency: 'USD',
  is_private: false,
  lat: 41.88,
  lng: -87.63,
  boundary: null,
}
const draftOf = async (token: string | null) => (await api.call(getLotDraftRoute, {}, token)).draft

test('keeps one draft for each person, and each reads only their own', async () => {
  const [one, other] = [await aPerson(api), await aPerson(api)]
  await api.call(saveLotDraftRoute, { body: aDraft }, one.token)
  await api.call(saveLotDraftRoute, { body: { ...aDraft, name: 'Canal Lot' } }, one.token)
  expect(await draftOf(one.token)).toEqual({ ...aDraft, name: 'Canal Lot' })
  expect(await draftOf(other.token)).toBeNull()
  await api.call(deleteLotDraftRoute, {}, one.token)
  expect(await draftOf(one.token)).toBeNull()
})

test('keeps the draft of a new user while they verify their address, and the emailed link names the page to return to', async () => {
  const email = 'olga@people.example'
  const body = { email, password: 'long enough word', first_name: 'Olga', last_name: 'Example' }
  const signUp = { ...body, bot_check: await solvedCheck(api), next: '/lots/new' }
  const { token } = await api.call(signUpRoute, { body: signUp })
  await api.call(saveLotDraftRoute, { body: aDraft }, token)
  const refused = await api.refusal(createLotRoute, { body: { name: 'X', lat: 41.88, lng: -87.63 } }, token)
  expect(refused).toMatchObject({ status: 403, code: 'forbidden' })
  const link = await tokenSentTo(api, email)
  const { rows } = await api.deps.database.pool.query<{ body_text: string }>(
    'select body_text from emails where to_address = $1',
    [email],
  )
  expect(rows[0]?.body_text).toContain(`/sign-in/link?token=${link}&next=%2Flots%2Fnew`)
  // In another browser: the address is verified there, and the draft belongs to the person.
  const opened = await api.call(openSignInLinkRoute, { body: { token: link } })
  expect(await draftOf(opened.token)).toEqual(aDraft)
})

test('rejects a page after the link that is not a plain path of this site with 400', async () => {
  const person = { email: 'x@people.example', password: 'long enough word', first_name: 'X', last_name: 'Y' }
  for (const next of ['//evil.example', 'https://evil.example', '/win?at=evil.example', '/visit evil']) {
    const body = { ...person, bot_check: 'none', next }
    expect(await api.refusal(signUpRoute, { body })).toMatchObject({ status: 400, field: 'next' })
  }
})

test('creating a lot deletes the draft, and nobody else’s', async () => {
  const [one, other] = [await aPerson(api), await aPerson(api)]
  for (const { token } of [one, other]) await api.call(saveLotDraftRoute, { body: aDraft }, token)
  const { lat: _lat, lng: _lng, boundary: _boundary, ...details } = aDraft
  await api.call(createLotRoute, { body: { ...details, lat: 41.88, lng: -87.63 } }, one.token)
  expect(await draftOf(one.token)).toBeNull()
  expect(await draftOf(other.token)).toEqual(aDraft)
})

test('purges a draft that nobody changed for half a year', async () => {
  const person = await aPerson(api)
  await api.call(saveLotDraftRoute, { body: aDraft }, person.token)
  const age = async (days: number) => {
    const at = new Date(api.ports.now().getTime() - days * 86_400_000).toISOString()
    await api.deps.database.pool.query('update lot_drafts set changed_at = $2 where user_id = $1', [
      person.user_id,
      at,
    ])
    await purgeExpired({ ...api.deps.database, ports: api.ports }, api.deps.settings)
  }
  await age(DRAFT_DAYS - 1)
  expect(await draftOf(person.token)).not.toBeNull()
  await age(DRAFT_DAYS + 1)
  expect(await draftOf(person.token)).toBeNull()
})
