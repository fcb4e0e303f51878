import { sendSignInLinkRoute } from '@openspot/contract/identity/auth.ts'
import { listPlatformAuditRoute } from '@openspot/contract/platform/audit.ts'
import {
  discardJobRoute,
  getPlatformOverviewRoute,
  listFailedJobsRoute,
  retryJobRoute,
  retryJobsRoute,
} from '@openspot/contract/platform/jobs.ts'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { AppDeps } from '../app/app.ts'
import { writeEmail } from '../platform/emails/emails.sql.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { aPerson, type Person } from '../testing/factories/people.ts'
import { loggedLines } from '../testing/logged.ts'
import { deadMailServer, mailServer } from '../testing/mail-server.ts'
import { paymentDepsOf } from './payment-deps.ts'
import { purgeExpired } from './purge-expired.ts'
import { workOff } from './worker.ts'

let api: TestApi
let admin: Person
let dead: string
beforeAll(async () => {
  api = await testApi()
  admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  dead = await deadMailServer()
})
afterEach(async () => {
  await pool().query('delete from graphile_worker._private_jobs')
  await pool().query('delete from alerts')
  await pool().query('delete from emails')
})
afterAll(() => api.close())

const pool = () => api.deps.database.pool
const failed = (
  query: { state?: 'FAILED' | 'GIVEN_UP'; task?: string; limit?: number; cursor?: string } = {},
) => api.call(listFailedJobsRoute, { query }, admin.token)
const overview = () => api.call(getPlatformOverviewRoute, {}, admin.token)
const withMail = (smtp_url: string, more: Partial<AppDeps> = {}): AppDeps => ({
  ...api.deps,
  ...more,
  settings: { ...api.deps.settings, smtp_url },
})

/** Writes an email without a link. */
async function anEmail(to_address: string): Promise<string> {
  const { db } = api.deps.database
  await db
    .transaction()
    .execute((tx) =>
      writeEmail(
        tx,
        { to_address, kind: 'notice', subject: 'Hello', body_text: 'Hello', body_html: 'Hello' },
        api.ports.now(),
      ),
    )
  return (await theEmail(to_address)).id
}
const theEmail = (to_address: string) =>
  api.deps.database.db
    .selectFrom('emails')
    .selectAll()
    .where('to_address', '=', to_address)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
const jobs = async () =>
  (
    await pool().query<{ id: string; seconds: number; last_error: string; attempts: number }>(
      `select id::text, attempts, last_error, extract(epoch from run_at - now())::float as seconds
     from graphile_worker._private_jobs order by id`,
    )
  ).rows

/** Runs the due jobs. The queue does not wait until a failure is stored, so this does. */
async function work(deps: AppDeps): Promise<void> {
  await workOff(deps)
  const find = () => pool().query('select from graphile_worker._private_jobs where locked_at is not null')
  await vi.waitUntil(async () => (await find()).rowCount === 0, { timeout: 30_000, interval: 5 })
}

/** Makes all waiting jobs due and runs them. */
async function tryAll(deps: AppDeps): Promise<void> {
  await pool().query('update graphile_worker._private_jobs set run_at = now()')
  await work(deps)
}

test('logs a failed attempt once with task, job, email, attempt, and codes, but without the address', async () => {
  const { log, lines } = loggedLines()
  const email_id = await anEmail('ada@people.example')
  await work(withMail(dead, { log }))
  const [job] = await jobs()
  expect(lines).toEqual([
    expect.objectContaining({
      level: 'error',
      msg: 'deliver_email failed',
      task: 'deliver_email',
      id: job?.id,
      email_id,
      attempt: 1,
      max_attempts: 12,
      err: expect.objectContaining({ code: 'ESOCKET' }),
    }),
  ])
  expect(JSON.stringify(lines)).not.toContain('ada@')
  expect(job?.last_error).toMatch(/^\[Error code=ESOCKET.*\]$/)
  expect(await theEmail('ada@people.example')).toMatchObject({ state: 'FAILED', attempts: 1 })
  expect((await theEmail('ada@people.example')).error).toMatch(/^Error code=ESOCKET/)
})

test('lists and counts a failed job until it is given up with an alert, then retries it', async () => {
  const email_id = await anEmail('bob@people.example')
  expect((await failed()).items).toEqual([])
  await work(withMail(dead))
  const [listed] = (await failed({ state: 'FAILED' })).items
  expect(listed).toMatchObject({
    task: 'deliver_email',
    state: 'FAILED',
    attempts: 1,
    max_attempts: 12,
    reason: expect.stringMatching(/ESOCKET/),
    subject: { email_id },
    is_running: false,
    next_run_at: expect.any(String),
  })
  expect((await overview()).jobs).toMatchObject({ failed: 1, given_up: 0 })

  for (let attempt = 2; attempt <= 12; attempt++) await tryAll(withMail(dead))
  expect((await failed({ state: 'FAILED' })).items).toEqual([])
  const [given] = (await failed({ state: 'GIVEN_UP' })).items
  expect(given).toMatchObject({ id: listed?.id, attempts: 12, next_run_at: null })
  const { jobs: counts, alerts } = await overview()
  expect(counts).toMatchObject({ failed: 0, given_up: 1 })
  expect(alerts).toMatchObject([
    { event: 'JOB_GIVEN_UP', summary: expect.stringContaining('(deliver_email)') },
  ])

  await api.call(retryJobRoute, { params: { job_id: given?.id ?? '' } }, admin.token)
  expect((await failed()).items).toEqual([])
  const mail = await mailServer()
  await work(withMail(mail.url))
  await mail.close()
  expect(mail.received).toHaveLength(1)
  expect(await theEmail('bob@people.example')).toMatchObject({ state: 'SENT', error: null })
  expect(await jobs()).toEqual([])
})

test('audits retry and discard, and rejects a job that is gone with 409 job_not_failed', async () => {
  await anEmail('eve@people.example')
  await anEmail('dan@people.example')
  await work(withMail(dead))
  const { items } = await failed()
  const [second = '', first = ''] = items.map(({ id }) => id)
  await api.call(discardJobRoute, { params: { job_id: first } }, admin.token)
  await api.call(retryJobRoute, { params: { job_id: second } }, admin.token)
  expect((await jobs()).map(({ id }) => id)).toEqual([second])
  for (const [route, job_id] of [
    [retryJobRoute, first],
    [discardJobRoute, first],
    [retryJobRoute, '123456789012345678'],
  ] as const) {
    const refusal = await api.refusal(route, { params: { job_id } }, admin.token)
    expect(refusal).toMatchObject({ status: 409, code: 'job_not_failed' })
  }
  const audit = await api.call(listPlatformAuditRoute, { query: { action: 'job' } }, admin.token)
  expect(audit.items.slice(0, 2)).toMatchObject([
    { action: 'job.retry', subject_id: second, details: { task: 'deliver_email', attempts: 1 } },
    { action: 'job.discard', subject_id: first },
  ])
})

test('neither lists a pending job as failed nor changes a running one', async () => {
  await anEmail('fay@people.example')
  const [job] = await jobs()
  const params = { job_id: job?.id ?? '' }
  expect((await api.refusal(discardJobRoute, { params }, admin.token)).code).toBe('job_not_failed')
  await work(withMail(dead))
  await pool().query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-x'`)
  expect((await failed()).items).toMatchObject([{ is_running: true }])
  expect((await api.refusal(discardJobRoute, { params }, admin.token)).code).toBe('job_not_failed')
  expect((await api.refusal(retryJobRoute, { params }, admin.token)).code).toBe('job_not_failed')
  expect(await api.call(retryJobsRoute, { body: { task: 'deliver_email' } }, admin.token)).toEqual({
    retried: 0,
  })
})

test('pages through the failed jobs of a task and retries all of them at once', async () => {
  for (const who of ['a', 'b', 'c']) await anEmail(`${who}@people.example`)
  await pool().query(`select graphile_worker.add_job('send_refund', '{"refund_id":"x"}')`)
  await work(withMail(dead))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await failed({ task: 'deliver_email', limit: 2, ...(cursor ? { cursor } : {}) })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(seen).toHaveLength(3)
  expect(seen).toEqual(seen.toSorted((a, b) => Number(b) - Number(a)))
  const answer = await api.call(retryJobsRoute, { body: { task: 'deliver_email' } }, admin.token)
  expect(answer).toEqual({ retried: 3 })
  expect((await failed()).items.map(({ task }) => task)).toEqual(['send_refund'])
})

test('hides an error that an older version stored, because it can quote an address', async () => {
  await anEmail('gus@people.example')
  await pool().query(
    `update graphile_worker._private_jobs set attempts = 1, last_error = '550 gus@people.example unknown'`,
  )
  expect((await failed()).items).toMatchObject([{ reason: null }])
})

test('retries a sign-in email every 20 seconds and expires it after 15 minutes with an alert', async () => {
  const { log, lines } = loggedLines()
  const person = await aPerson(api)
  await api.call(sendSignInLinkRoute, { body: { email: person.email } })
  for (let attempt = 1; attempt <= 8; attempt++) {
    await tryAll(withMail(dead, { log }))
    const [job] = await jobs()
    expect(job?.seconds).toBeLessThan(21)
  }
  expect(await theEmail(person.email)).toMatchObject({ state: 'FAILED', attempts: 8 })
  api.ports.advance({ minutes: 15 })
  const mail = await mailServer()
  await tryAll(withMail(mail.url, { log }))
  await mail.close()
  expect(mail.received).toEqual([])
  expect(await jobs()).toEqual([])
  const email = await theEmail(person.email)
  expect(email).toMatchObject({ state: 'EXPIRED', sent_at: null })
  expect(email.body_text).toMatch(/token=removed/)
  expect(lines.filter(({ msg }) => msg === 'email expired')).toMatchObject([
    { email_id: email.id, kind: 'sign_in', attempts: 8 },
  ])
  expect(JSON.stringify(lines)).not.toContain(person.email)
  const { emails_last_day, alerts } = await overview()
  expect(emails_last_day).toMatchObject({ expired: 1 })
  expect(alerts).toMatchObject([{ event: 'EMAIL_EXPIRED' }])
})

test('delivers a sign-in email if the mail server accepts it within 15 minutes', async () => {
  const person = await aPerson(api)
  await api.call(sendSignInLinkRoute, { body: { email: person.email } })
  await tryAll(withMail(dead))
  await tryAll(withMail(dead))
  api.ports.advance({ minutes: 14 })
  const mail = await mailServer()
  await tryAll(withMail(mail.url))
  await mail.close()
  expect(mail.received).toHaveLength(1)
  expect(await theEmail(person.email)).toMatchObject({ state: 'SENT' })
})

test('creates no link if its job runs 15 minutes after the request', async () => {
  const { log, lines } = loggedLines()
  const person = await aPerson(api)
  await api.call(sendSignInLinkRoute, { body: { email: person.email } })
  api.ports.advance({ minutes: 15 })
  await work({ ...api.deps, log })
  expect(lines).toMatchObject([{ msg: 'link expired', task: 'send_link' }])
  expect((await pool().query('select from emails')).rowCount).toBe(0)
})

test('removes the link from a stored email on sending, and from the local mailbox on expiry', async () => {
  const person = await aPerson(api)
  const mail = await mailServer()
  const staging = (settings: AppDeps['settings']) => ({ ...settings, environment: 'staging' as const })
  await api.call(sendSignInLinkRoute, { body: { email: person.email } })
  await work({ ...withMail(mail.url), settings: staging(withMail(mail.url).settings) })
  await mail.close()
  expect(mail.received[0]).toMatch(/token=/)
  expect(mail.received[0]).not.toMatch(/token=(3D)?removed/)
  const sent = await theEmail(person.email)
  expect(sent.body_text).toMatch(/token=removed/)
  expect(sent.body_html).toMatch(/token=removed/)
  expect(sent.redacted_at).not.toBeNull()

  await api.call(sendSignInLinkRoute, { body: { email: person.email } })
  await work(api.deps)
  const deps = paymentDepsOf(api.deps)
  await purgeExpired(deps, api.deps.settings)
  expect((await theEmail(person.email)).body_text).toMatch(/token=\w{40}/)
  api.ports.advance({ minutes: 30 })
  await purgeExpired(deps, api.deps.settings)
  expect((await theEmail(person.email)).body_text).toMatch(/token=removed/)
})

test('allows only platform admins to list, retry, and discard jobs', async () => {
  const person = await aPerson(api)
  expect((await api.refusal(listFailedJobsRoute, { query: {} }, person.token)).status).toBe(403)
  expect((await api.refusal(getPlatformOverviewRoute, {}, person.token)).status).toBe(403)
  expect((await api.refusal(retryJobsRoute, { body: { task: 'purge_expired' } }, person.token)).status).toBe(
    403,
  )
  expect((await api.refusal(discardJobRoute, { params: { job_id: '1' } }, person.token)).status).toBe(403)
  expect((await api.refusal(retryJobRoute, { params: { job_id: '1' } }, null)).status).toBe(401)
})
