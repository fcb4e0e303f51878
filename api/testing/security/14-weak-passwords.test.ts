import {
  claimAccountRoute,
  openSignInLinkRoute,
  resetPasswordRoute,
  sendGuestLinkRoute,
  sendPasswordLinkRoute,
  setPasswordRoute,
  signUpRoute,
  startGuestRoute,
} from '@openspot/contract/identity/auth.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../api.ts'
import { aPerson } from '../factories/people.ts'
import { aSignedUp, solvedCheck, tokenSentTo } from '../sign-in.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const email = 'adalovelace@weak.example'
const name = { first_name: 'Augusta', last_name: 'Example' }
const weak = { status: 422, code: 'password_weak', field: 'password' }

test.each([
  ['aaaaaaaaaa', /repeats/],
  ['1234567890', /sequence/],
  ['Password123', /most common/],
  [email, /email/],
  ['adalovelace99', /email/],
  ['augusta is here', /name/],
  ['openspot rules', /openspot/],
])(
  'finding 14: rejects the password %s at sign-up with 422 password_weak and the reason',
  async (password, why) => {
    api.ports.advance({ hours: 1 })
    const body = { email, password, ...name, bot_check: await solvedCheck(api) }
    const refused = await api.refusal(signUpRoute, { body })
    expect(refused).toMatchObject(weak)
    expect(refused.message).toMatch(why)
  },
)

test('finding 14: rejects weak passwords on change, reset, and guest claim, and keeps the link usable', async () => {
  api.ports.advance({ hours: 1 })
  const person = await aPerson(api)
  const changed = await api.refusal(setPasswordRoute, { body: { password: 'qwertyuiop' } }, person.token)
  expect(changed).toMatchObject(weak)

  await api.call(sendPasswordLinkRoute, { body: { email: person.email } })
  const token = await tokenSentTo(api, person.email)
  const [localPart = ''] = person.email.split('@')
  const reset = await api.refusal(resetPasswordRoute, { body: { token, password: `${localPart}!!` } })
  expect(reset).toMatchObject(weak)
  const done = await api.call(resetPasswordRoute, { body: { token, password: 'a quiet place to be' } })
  expect(done.user.id).toBe(person.user_id)

  const guest = { email: 'guest@weak.example', ...name }
  await api.call(startGuestRoute, { body: { ...guest, bot_check: await solvedCheck(api) } })
  await api.call(sendGuestLinkRoute, { body: { email: guest.email, bot_check: await solvedCheck(api) } })
  const link = { body: { token: await tokenSentTo(api, guest.email) } }
  const opened = await api.call(openSignInLinkRoute, link)
  const claimed = await api.refusal(claimAccountRoute, { body: { password: '1212121212' } }, opened.token)
  expect(claimed).toMatchObject(weak)
})

test('finding 14: accepts a sentence as a password', async () => {
  expect((await aSignedUp(api, 'fine@weak.example', { password: 'park me if you can' })).token).not.toBe('')
})
