import {
  openSignInLinkRoute,
  sendPasswordLinkRoute,
  sendSignInLinkRoute,
  setPasswordRoute,
  signUpRoute,
  startGuestRoute,
} from '@openspot/contract/identity/auth.ts'
import { getMeRoute, patchUserRoute } from '@openspot/contract/identity/users.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import type { Route } from '@openspot/contract/route.ts'
import { formatForReader } from '@openspot/core/time/format.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { invite } from '../../testing/factories/invites.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson } from '../../testing/factories/people.ts'
import { solvedCheck, tokenSentTo } from '../../testing/sign-in.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

/** Makes a call as a browser with these headers. Returns its answer. */
async function browse(route: Route, body: object, headers: Record<string, string>): Promise<Response> {
  const answer = await fetch(`${api.base}${route.url}`, {
    method: route.method,
    headers: { 'content-type': 'application/json', 'x-openspot-client': 'app', ...headers },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(true)
  return answer
}

async function emailTo(to_address: string) {
  await api.runJobs()
  const { items } = await api.call(listOutboxRoute, { query: { to_address } })
  return items[0] ?? expect.fail(`no email to ${to_address}`)
}

const languageOf = async (answer: Response) =>
  ((await answer.json()) as { user: { language: string } }).user.language
const british = { 'accept-language': 'fi-FI,en-GB;q=0.8,en-US;q=0.5' }

test('a new account has the language of the cookie, then of the browser', async () => {
  const signUp = async (email: string, headers: Record<string, string>) => {
    const person = { email, password: 'long enough word', first_name: 'Ada', last_name: 'Example' }
    return languageOf(await browse(signUpRoute, { ...person, bot_check: await solvedCheck(api) }, headers))
  }
  expect(await signUp('browser@language.example', british)).toBe('en-GB')
  expect(await signUp('cookie@language.example', { ...british, cookie: 'openspot-locale=en-US' })).toBe(
    'en-US',
  )
  expect(await signUp('neither@language.example', { 'accept-language': 'fi' })).toBe('en')
  const guest = { email: 'guest@language.example', first_name: 'Ada', last_name: 'Example' }
  const begun = await browse(startGuestRoute, { ...guest, bot_check: await solvedCheck(api) }, british)
  expect(await languageOf(begun)).toBe('en-GB')
})

test('the first sign-in sets the language of an account without one, and no later one changes it', async () => {
  const person = await aPerson(api)
  const open = async (headers: Record<string, string>) => {
    await api.call(sendSignInLinkRoute, { body: { email: person.email } })
    return languageOf(
      await browse(openSignInLinkRoute, { token: await tokenSentTo(api, person.email) }, headers),
    )
  }
  expect(await open({})).toBe('en')
  expect(await open(british)).toBe('en-GB')
  expect(await open({ cookie: 'openspot-locale=en-US' })).toBe('en-GB')
  expect((await api.call(getMeRoute, {}, person.token)).language).toBe('en-GB')
})

test('emails about an account are in its language, not that of the request, with absolute dates', async () => {
  const person = await aPerson(api)
  const { user_id, email, token } = person
  await api.call(patchUserRoute, { params: { user_id }, body: { language: 'en-GB' } }, token)
  await browse(sendPasswordLinkRoute, { email }, { 'accept-language': 'en-US' })
  const reset = await emailTo(email)
  expect(reset.body_html).toContain('<html lang="en-GB" dir="ltr">')
  expect(reset.body_text).toContain('It works once, within 30 minutes, and signs you out everywhere else.')
  await api.call(setPasswordRoute, { body: { password: 'the owner has this one' } }, token)
  const changed = await emailTo(email)
  expect(changed.subject).toBe('Your account: a new password was set')
  const until = new Date(api.ports.now().getTime() + 7 * 86_400_000)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(until)
  expect(changed.body_text).toContain(`stop the change by ${day}, ${until.toISOString().slice(11, 16)} UTC.`)
})

test.each([
  ['America/New_York', 'Eastern Time'],
  ['Asia/Tokyo', 'Japan Standard Time'],
  ['Mars/Olympus', 'UTC'],
])('times in emails about an account are by the clock of who acted, in %s', async (zone, named) => {
  const reader_zone = named === 'UTC' ? null : zone
  const textOf = (at: Date) => formatForReader(at.toISOString(), 'en-US', reader_zone)
  const { email, token } = await aPerson(api)
  const headers = { 'x-openspot-time-zone': zone }
  await browse(
    setPasswordRoute,
    { password: 'the owner has this one' },
    { ...headers, authorization: `Bearer ${token}` },
  )
  const until = textOf(new Date(api.ports.now().getTime() + 7 * 86_400_000))
  expect(until).toContain(named)
  expect((await emailTo(email)).body_text).toContain(`stop the change by ${until}.`)

  const new_email = `${zone.replace('/', '.').toLowerCase()}@language.example`
  const person = { email: new_email, password: 'long enough word', first_name: 'Ada', last_name: 'Example' }
  await browse(
    signUpRoute,
    { ...person, bot_check: await solvedCheck(api) },
    { ...headers, 'accept-language': 'en-US' },
  )
  expect((await emailTo(new_email)).body_text).toContain(`Time: ${textOf(api.ports.now())}`)
})

test('emails to an address without an account are in the language of the request', async () => {
  const guest = { email: 'lost@language.example', first_name: 'Ada', last_name: 'Example' }
  await browse(startGuestRoute, { ...guest, bot_check: await solvedCheck(api) }, {})
  await browse(sendSignInLinkRoute, { email: guest.email }, british)
  expect((await emailTo(guest.email)).body_html).toContain('<html lang="en-GB" dir="ltr">')
})

test('an invite is in the language of the invited account, otherwise in that of the lot’s country', async () => {
  const { lot_id } = await aLot(api)
  const admin = await aMember(api, lot_id, 'ADMIN')
  await api.deps.database.db
    .updateTable('lots')
    .set({ country: 'GB', time_zone: 'Europe/London' })
    .where('id', '=', lot_id)
    .execute()
  await invite(api, admin, { lot_id, email: 'unknown@language.example', role: 'PATROLLER' })
  const unknown = await emailTo('unknown@language.example')
  expect(unknown.body_html).toContain('<html lang="en-GB" dir="ltr">')
  expect(unknown.body_text).toContain('Don’t know this car park? Report this email')
  const expires = new Date(api.ports.now().getTime() + 14 * 86_400_000)
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' }).format(
    expires,
  )
  expect(unknown.body_text).toContain(
    `invited you to join as a patroller. The invite is only for this address and expires on ${day}.`,
  )
  const known = await aPerson(api)
  const language = { params: { user_id: known.user_id }, body: { language: 'en-US' } }
  await api.call(patchUserRoute, language, known.token)
  await invite(api, admin, { lot_id, email: known.email })
  expect((await emailTo(known.email)).body_text).toContain('Don’t know this lot? Report this email')
})
