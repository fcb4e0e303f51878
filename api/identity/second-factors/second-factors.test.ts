import {
  resetPasswordRoute,
  sendPasswordLinkRoute,
  signInRoute,
  signInWithSecondFactorRoute,
} from '@openspot/contract/identity/auth.ts'
import {
  confirmSecondFactorRoute,
  getWaysInRoute,
  removeSecondFactorRoute,
  renewBackupCodesRoute,
  startSecondFactorRoute,
} from '@openspot/contract/identity/second-factors.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { appCode, aSignedUp, tokenSentTo } from '../../testing/sign-in.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const password = 'long enough word'

/** Signs a person up and enables their second factor. */
async function careful(email: string) {
  api.ports.advance({ hours: 1 })
  const { token } = await aSignedUp(api, email, { password })
  const { secret, qr_svg } = await api.call(startSecondFactorRoute, {}, token)
  expect(qr_svg).toMatch(/^<svg/)
  const codeAt = (aside = 0) => appCode(secret, new Date(api.ports.now().getTime() + aside * 30_000))
  const code = () => codeAt()
  const { backup_codes } = await api.call(confirmSecondFactorRoute, { body: { code: code() } }, token)
  api.ports.advance({ seconds: 30 })
  return { email, token, code, codeAt, backup_codes }
}

async function ticketOf(email: string, word = password): Promise<string> {
  const first = await api.refusal(signInRoute, { body: { email, password: word } })
  expect(first).toMatchObject({ status: 401, code: 'second_factor_required' })
  return String(first.details?.['ticket'])
}

const second = (ticket: string, code: string) => ({ body: { ticket, code } })

test('a wrong first code is answered without naming backup codes, which do not exist yet', async () => {
  const { token } = await aSignedUp(api, 'eve@two.example', { password })
  await api.call(startSecondFactorRoute, {}, token)
  const { code, message } = await api.refusal(confirmSecondFactorRoute, { body: { code: '000000' } }, token)
  expect(code).toBe('second_factor_failed')
  expect(message).toMatch(/^The code is incorrect\. Enter the code that your app shows now\./)
})

test('requires a code for the sign-in and accepts each code once', async () => {
  const ada = await careful('ada@two.example')
  const code = ada.code()
  const ticket = await ticketOf(ada.email)
  const { token } = await api.call(signInWithSecondFactorRoute, second(ticket, code))
  expect((await api.call(getMeRoute, {}, token)).email).toBe(ada.email)
  // Neither this code, nor the previous one, nor the same ticket works again.
  const other = await ticketOf(ada.email)
  for (const again of [code, ada.codeAt(-1)]) {
    expect(await api.refusal(signInWithSecondFactorRoute, second(other, again))).toMatchObject({
      status: 401,
      code: 'second_factor_failed',
    })
  }
  api.ports.advance({ seconds: 30 })
  expect((await api.refusal(signInWithSecondFactorRoute, second(ticket, ada.code()))).status).toBe(401)
  api.ports.advance({ seconds: 30 })
  await api.call(signInWithSecondFactorRoute, second(other, ada.code()))
})

test('accepts one of several concurrent sign-ins with the same code', async () => {
  const ada = await careful('race@two.example')
  const tickets = await Promise.all([1, 2, 3, 4].map(() => ticketOf(ada.email)))
  const code = ada.code()
  const tried = await Promise.allSettled(
    tickets.map((ticket) => api.call(signInWithSecondFactorRoute, second(ticket, code))),
  )
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('accepts each backup code once and invalidates old ones on renewal', async () => {
  const ada = await careful('paper@two.example')
  const [first = '', other = ''] = ada.backup_codes
  expect(new Set(ada.backup_codes).size).toBe(10)
  await api.call(signInWithSecondFactorRoute, second(await ticketOf(ada.email), first.toUpperCase()))
  const again = await api.refusal(signInWithSecondFactorRoute, second(await ticketOf(ada.email), first))
  expect(again.code).toBe('second_factor_failed')
  expect((await api.call(getWaysInRoute, {}, ada.token)).second_factor?.backup_codes_left).toBe(9)
  await api.call(renewBackupCodesRoute, {}, ada.token)
  const old = await api.refusal(signInWithSecondFactorRoute, second(await ticketOf(ada.email), other))
  expect(old.code).toBe('second_factor_failed')
})

test('requires the second factor after a password reset and ends all sessions', async () => {
  const ada = await careful('reset@two.example')
  const early = await ticketOf(ada.email)
  await api.call(sendPasswordLinkRoute, { body: { email: ada.email } })
  const body = { token: await tokenSentTo(api, ada.email), password: 'another long word' }
  api.ports.advance({ seconds: 30 })
  const reset = await api.refusal(resetPasswordRoute, { body })
  expect(reset.code).toBe('second_factor_required')
  expect((await api.refusal(getMeRoute, {}, ada.token)).code).toBe('session_ended')
  // A first step from before the reset used the previous password.
  expect((await api.refusal(signInWithSecondFactorRoute, second(early, ada.code()))).code).toBe(
    'session_ended',
  )
  expect((await api.refusal(signInRoute, { body: { email: ada.email, password } })).code).toBe(
    'sign_in_failed',
  )
  await api.call(signInWithSecondFactorRoute, second(await ticketOf(ada.email, body.password), ada.code()))
})

test('rejects forged and expired tickets and limits wrong codes', async () => {
  const ada = await careful('guess@two.example')
  const ticket = await ticketOf(ada.email)
  const [inside = ''] = ticket.split('.')
  expect((await api.refusal(signInWithSecondFactorRoute, second(`${inside}.forged`, ada.code()))).code).toBe(
    'link_not_usable',
  )
  for (let i = 0; i < 10; i++) {
    const code = String((Number(ada.code()) + 7 + i) % 1_000_000).padStart(6, '0')
    await api.refusal(signInWithSecondFactorRoute, second(ticket, code))
  }
  expect((await api.refusal(signInWithSecondFactorRoute, second(ticket, ada.code()))).status).toBe(429)
  const late = await ticketOf(ada.email)
  api.ports.advance({ minutes: 16 })
  expect((await api.refusal(signInWithSecondFactorRoute, second(late, ada.code()))).code).toBe(
    'link_not_usable',
  )
})

test('requires a recent sign-in to disable the second factor and stores the secret encrypted', async () => {
  const ada = await careful('off@two.example')
  const { rows } = await api.deps.database.pool.query<{ row: string }>(
    'select f::text as row from second_factors f',
  )
  const uri = (await api.refusal(startSecondFactorRoute, {}, ada.token)).code
  expect(uri).toBe('second_factor_not_set')
  expect(rows.some(({ row }) => /secret=|[A-Z2-7]{32}/.test(row))).toBe(false)
  api.ports.advance({ minutes: 16 })
  expect((await api.refusal(removeSecondFactorRoute, {}, ada.token)).code).toBe('recent_sign_in_required')
  const { token } = await api.call(signInWithSecondFactorRoute, second(await ticketOf(ada.email), ada.code()))
  await api.call(removeSecondFactorRoute, {}, token)
  const { user } = await api.call(signInRoute, { body: { email: ada.email, password } })
  expect(user.email).toBe(ada.email)
})
