import {
  getChallengeRoute,
  openSignInLinkRoute,
  signInRoute,
  signInWithSecondFactorRoute,
  signUpRoute,
} from '@openspot/contract/identity/auth.ts'
import {
  confirmSecondFactorRoute,
  startSecondFactorRoute,
} from '@openspot/contract/identity/second-factors.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import { readSettings } from '@openspot/core/settings.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hit } from '../../plugins/hits.ts'
import { type TestApi, testApi } from '../api.ts'
import { appCode, aSignedUp, solvedCheck, tokenSentTo } from '../sign-in.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const costNow = async () => Number((await api.call(getChallengeRoute, {})).parameters['cost'])

test('finding 18: makes a puzzle at least ten times as expensive as before and more so under load', async () => {
  const usual = readSettings({}).puzzle_cost
  expect(usual).toBeGreaterThanOrEqual(10 * 500)
  api.ports.advance({ hours: 1 })
  const calm = await costNow()
  expect(calm).toBe(api.deps.settings.puzzle_cost)
  for (let i = 0; i < 250; i++) await hit(api.app, 'puzzles', 10)
  expect(await costNow()).toBe(2 * calm)
  for (let i = 0; i < 1600; i++) await hit(api.app, 'puzzles', 10)
  expect(await costNow()).toBe(8 * calm)
  // A harder puzzle is accepted like any other.
  const body = { email: 'hard@cost.example', password: 'long enough word', first_name: 'A', last_name: 'B' }
  await api.call(signUpRoute, { body: { ...body, bot_check: await solvedCheck(api) } })
  api.ports.advance({ minutes: 11 })
  expect(await costNow()).toBe(calm)
})

test('finding 18: blocks codes after 100 consecutive wrong ones until an emailed link is opened', async () => {
  api.ports.advance({ hours: 1 })
  const ada = await aSignedUp(api, 'ada@cost.example')
  const { secret } = await api.call(startSecondFactorRoute, {}, ada.token)
  const code = () => appCode(secret, api.ports.now())
  await api.call(confirmSecondFactorRoute, { body: { code: code() } }, ada.token)
  const ticket = async () => {
    const first = await api.refusal(signInRoute, { body: { email: ada.email, password: ada.password } })
    expect(first.code).toBe('second_factor_required')
    return String(first.details?.['ticket'])
  }
  const tryCode = async (given: string) =>
    api.refusal(signInWithSecondFactorRoute, { body: { ticket: await ticket(), code: given } })
  // A correct code resets the count.
  for (let i = 0; i < 5; i++) await tryCode('wrong-code')
  api.ports.advance({ minutes: 16 })
  const inside = { ticket: await ticket(), code: code() }
  await api.call(signInWithSecondFactorRoute, { body: inside })
  // Simulate ninety more failures over several hours.
  await api.deps.database.pool.query(
    'update second_factors set failures = failures + 90 where user_id = $1 and failures = 0',
    [ada.user_id],
  )
  api.ports.advance({ minutes: 16 })
  for (let i = 0; i < 10; i++) {
    expect((await tryCode('wrong-code')).code).toBe('second_factor_failed')
  }
  api.ports.advance({ minutes: 16 })
  expect(await tryCode(code())).toMatchObject({ status: 403, code: 'second_factor_blocked', field: 'code' })
  api.ports.advance({ days: 3 })
  expect((await tryCode(code())).code).toBe('second_factor_blocked')
  const { items } = await api.call(listOutboxRoute, { query: { to_address: ada.email } })
  expect(items.map(({ kind }) => kind).filter((kind) => kind === 'second_factor_blocked')).toHaveLength(1)
})

test('finding 18: unblocks codes through the emailed link but still requires one', async () => {
  const bob = await aSignedUp(api, 'bob@cost.example')
  const { secret } = await api.call(startSecondFactorRoute, {}, bob.token)
  await api.call(confirmSecondFactorRoute, { body: { code: appCode(secret, api.ports.now()) } }, bob.token)
  await api.deps.database.pool.query('update second_factors set failures = 99 where user_id = $1', [
    bob.user_id,
  ])
  const ticketOf = (refused: { details?: Record<string, unknown> }) => String(refused.details?.['ticket'])
  const ticket = ticketOf(
    await api.refusal(signInRoute, { body: { email: bob.email, password: bob.password } }),
  )
  await api.refusal(signInWithSecondFactorRoute, { body: { ticket, code: 'wrong-code' } })
  api.ports.advance({ minutes: 1 })
  const code = () => appCode(secret, api.ports.now())
  const blocked = await api.refusal(signInWithSecondFactorRoute, { body: { ticket, code: code() } })
  expect(blocked.code).toBe('second_factor_blocked')
  const opened = await api.refusal(openSignInLinkRoute, {
    body: { token: await tokenSentTo(api, bob.email) },
  })
  expect(opened.code).toBe('second_factor_required')
  const { user } = await api.call(signInWithSecondFactorRoute, {
    body: { ticket: ticketOf(opened), code: code() },
  })
  expect(user.id).toBe(bob.user_id)
})
