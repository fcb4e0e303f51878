import type { ErrorBody } from '@openspot/contract/errors.ts'
import { patchUserRoute } from '@openspot/contract/identity/users.ts'
import { joinByCodeRoute } from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../testing/api.ts'
import { aPerson, type Person } from '../testing/factories/people.ts'

let api: TestApi
let person: Person
beforeAll(async () => {
  api = await testApi()
  person = await aPerson(api)
})
afterAll(() => api.close())

/** Returns the error of a call with these headers. */
async function errorFor(headers: Record<string, string>, body: object): Promise<ErrorBody> {
  const answer = await fetch(`${api.base}${joinByCodeRoute.url}`, {
    method: joinByCodeRoute.method,
    headers: { 'content-type': 'application/json', 'x-openspot-client': 'app', ...headers },
    body: JSON.stringify(body),
  })
  expect(answer.ok).toBe(false)
  return (await answer.json()) as ErrorBody
}

const british = { 'accept-language': 'fi, en-GB;q=0.5' }
const cookie = (locale: string) => ({ cookie: `openspot-locale=${locale}` })

test('an error is in the language of the account, then of the cookie, then of the browser', async () => {
  const join = async (headers: Record<string, string>) => {
    const authorization = `Bearer ${person.token}`
    const error = await errorFor({ authorization, ...headers }, { code: 'ABCD-EFGH' })
    expect(error.code).toBe('join_code_unknown')
    return error.message
  }
  const american = 'No lot has this join code. Check the code, or ask the person who gave it to you.'
  const other = american.replace('lot', 'car park')
  expect(await join({})).toBe(american)
  expect(await join(british)).toBe(other)
  expect(await join({ ...british, ...cookie('en-US') })).toBe(american)
  const language = { params: { user_id: person.user_id }, body: { language: 'en-GB' } }
  await api.call(patchUserRoute, language, person.token)
  expect(await join(cookie('en-US'))).toBe(other)
})
