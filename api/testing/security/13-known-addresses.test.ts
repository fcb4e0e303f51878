import {
  sendGuestLinkRoute,
  sendPasswordLinkRoute,
  sendSignInLinkRoute,
  signInRoute,
  signUpRoute,
} from '@openspot/contract/identity/auth.ts'
import { getMeRoute } from '@openspot/contract/identity/users.ts'
import { listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../api.ts'
import { aSignedUp, solvedCheck } from '../sign-in.ts'

let api: TestApi
const known = 'known@told.example'
const unknown = 'nobody@told.example'
beforeAll(async () => {
  api = await testApi()
  await aSignedUp(api, known)
  await api.runJobs()
  api.ports.advance({ hours: 2 })
})
afterAll(() => api.close())

const pool = () => api.deps.database.pool
const emailsTo = async (to_address: string) =>
  (await api.call(listOutboxRoute, { query: { to_address } })).items.map(({ kind }) => kind)

/** Returns how many rows a call adds to each table that it may write, before any job runs. */
async function workOf(call: () => Promise<unknown>): Promise<Record<string, number>> {
  const counts = async () => {
    const { rows } = await pool().query<Record<string, number>>(
      `select (select count(*)::int from users) as users, (select count(*)::int from sessions) as sessions,
         (select count(*)::int from sign_in_links) as links, (select count(*)::int from emails) as emails,
         (select count(*)::int from password_credentials) as passwords,
         (select count(*)::int from graphile_worker.jobs) as jobs`,
    )
    return rows[0] ?? {}
  }
  const before = await counts()
  await call()
  const after = await counts()
  return Object.fromEntries(Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)]))
}

test('finding 13: answers a link request before looking the address up, known or not', async () => {
  for (const ask of [
    (email: string) => api.call(sendSignInLinkRoute, { body: { email } }),
    (email: string) => api.call(sendPasswordLinkRoute, { body: { email } }),
    async (email: string) =>
      api.call(sendGuestLinkRoute, { body: { email, bot_check: await solvedCheck(api) } }),
  ]) {
    const theirs = await workOf(() => ask(known))
    expect(theirs).toMatchObject({ jobs: 1, links: 0, emails: 0 })
    expect(await workOf(() => ask(unknown))).toEqual(theirs)
    await api.runJobs()
  }
  expect(await emailsTo(unknown)).toEqual([])
  expect(await emailsTo(known)).toEqual(expect.arrayContaining(['sign_in', 'reset_password']))
})

test('finding 13: answers a sign-up identically for a known and a new address', async () => {
  api.ports.advance({ hours: 2 })
  const trySignUp = async (email: string) => {
    const person = { password: 'long enough word', first_name: 'Eve', last_name: 'E' }
    const answer = await fetch(`${api.base}${signUpRoute.url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-openspot-client': 'app' },
      body: JSON.stringify({ email, ...person, bot_check: await solvedCheck(api) }),
    })
    const body = (await answer.json()) as { user: Record<string, unknown>; token: string }
    const me = await api.call(getMeRoute, {}, body.token)
    const told = JSON.stringify([answer.status, Object.keys(body), body.user, me])
    return told.replaceAll(String(body.user['id']), 'ID').replaceAll(email, 'EMAIL')
  }
  const answers: string[] = []
  const works = []
  for (const email of [known, unknown])
    works.push(await workOf(async () => answers.push(await trySignUp(email))))
  expect(answers[0]).toBe(answers[1])
  expect(works[0]).toEqual(works[1])
  await api.runJobs()
  expect(await emailsTo(known)).toContain('sign_up_taken')
  expect(await emailsTo(unknown)).toEqual(['verify_email'])
  // The account of the address is unchanged.
  const { user } = await api.call(signInRoute, { body: { email: known, password: 'long enough word' } })
  expect(user).toMatchObject({ email: known, first_name: 'Ada' })
})

test('finding 13: answers a wrong password identically for a known and an unknown address', async () => {
  api.ports.advance({ hours: 2 })
  for (let i = 0; i < 5; i++) {
    const answers = []
    for (const email of [known, unknown]) {
      const { request_id: _, ...refused } = await api.refusal(signInRoute, {
        body: { email, password: 'a wrong one' },
      })
      answers.push(refused)
    }
    expect(answers[0]).toEqual(answers[1])
  }
})
