import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { AppDeps } from '../app/app.ts'
import { queueInvites } from '../people/invites/invite-jobs.sql.ts'
import { nextEmailIds, writeInviteEmails } from '../platform/emails/invite-emails.sql.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { aLot, type TestLot } from '../testing/factories/lots.ts'
import { loggedLines } from '../testing/logged.ts'
import { type MailServer, mailServer } from '../testing/mail-server.ts'
import { Traffic } from '../traffic.ts'
import { inviteSending } from './send-invites.ts'
import { workOff } from './worker.ts'

let api: TestApi
let lot: TestLot
let mail: MailServer
const refused = new Map<string, string>()

beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 0)
  mail = await mailServer(0, refused)
})
afterEach(async () => {
  refused.clear()
  mail.received.length = 0
  await pool().query('delete from graphile_worker._private_jobs')
})
afterAll(async () => {
  await mail?.close()
  await api?.close()
})

const pool = () => api.deps.database.pool
const withMail = (more: Partial<AppDeps> = {}): AppDeps => ({
  ...api.deps,
  ...more,
  settings: { ...api.deps.settings, smtp_url: mail.url },
})

/** Writes an invite to each address, and queues them as an import does. */
async function invite(...addresses: string[]): Promise<string[]> {
  const now = api.ports.now()
  const link_expires_at = new Date(now.getTime() + 86_400_000).toISOString()
  return api.deps.database.db.transaction().execute(async (tx) => {
    const ids = await nextEmailIds(tx, addresses.length)
    const emails = addresses.map((to_address, at) => ({
      id: ids[at] ?? '',
      to_address,
      link_expires_at,
      subject: 'Join',
      body_text: 'Join',
      body_html: 'Join',
    }))
    const email_ids = await writeInviteEmails(tx, lot.lot_id, emails, now)
    await queueInvites(tx, { email_ids, text_ids: [] })
    return email_ids
  })
}

const jobs = async () =>
  (
    await pool().query<{ task: string; payload: unknown }>(
      `select t.identifier as task, j.payload from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`,
    )
  ).rows
const states = async () =>
  (
    await pool().query<{ to_address: string; state: string }>(
      'select to_address, state from emails where lot_id = $1 order by created_at, id',
      [lot.lot_id],
    )
  ).rows.slice(-3)

test('many invites wait in one job, so that the queue finds other jobs at once', async () => {
  const email_ids = await invite('a1@people.example', 'b1@people.example', 'c1@people.example')
  expect(email_ids).toHaveLength(3)
  expect(await jobs()).toEqual([{ task: 'send_invites', payload: { email_ids, text_ids: [] } }])
  await workOff(withMail())
  expect(mail.received).toHaveLength(3)
  // The queue doesn't wait until a finished job is gone.
  await expect.poll(jobs).toEqual([])
})

test('an invite that the mail server refuses is logged and becomes a job by itself, and the others are sent', async () => {
  const { log, lines } = loggedLines()
  refused.set('b2@people.example', '451 busy')
  const [, email_id] = await invite('a2@people.example', 'b2@people.example', 'c2@people.example')
  await workOff(withMail({ log }))
  expect((await states()).map(({ state }) => state)).toEqual(['SENT', 'FAILED', 'SENT'])
  await expect.poll(jobs).toEqual([{ task: 'deliver_email', payload: { email_id } }])
  expect(lines).toMatchObject([{ level: 'error', task: 'send_invites', email_id }])
  expect(JSON.stringify(lines)).not.toContain('b2@')

  refused.clear()
  await pool().query('update graphile_worker._private_jobs set run_at = now()')
  await workOff(withMail())
  expect((await states()).map(({ state }) => state)).toEqual(['SENT', 'SENT', 'SENT'])
})

/** Runs the only job in a process whose clock goes on by `each` milliseconds with each look at it. */
async function send(each: number, isBusy: boolean) {
  const pauses: number[] = []
  let milliseconds = 0
  const ports = {
    ...api.ports,
    now: () => new Date(api.ports.now().getTime() + (milliseconds += each)),
    pause: async (wanted: number) => void pauses.push(wanted),
  }
  const traffic = new Traffic(pool(), ports)
  traffic.isBusy = async () => isBusy
  const [job] = await jobs()
  await inviteSending(withMail({ ports, traffic }))(
    job?.payload as Parameters<ReturnType<typeof inviteSending>>[0],
    {
      id: '1',
      max_attempts: 12,
    },
  )
  return pauses
}

test('invites pause after each one while drivers book, and not while nobody does', async () => {
  await invite('a3@people.example', 'b3@people.example', 'c3@people.example')
  expect(await send(10, true)).toHaveLength(3)
  await pool().query('delete from graphile_worker._private_jobs')
  await invite('a4@people.example', 'b4@people.example', 'c4@people.example')
  expect(await send(10, false)).toEqual([])
})

test('invites that are not sent within five minutes become another job, which sends none twice', async () => {
  const email_ids = await invite('a5@people.example', 'b5@people.example', 'c5@people.example')
  await send(80_000, false)
  const [first, second] = await jobs()
  const sent = mail.received.length
  expect(sent).toBeGreaterThanOrEqual(1)
  expect(sent).toBeLessThan(3)
  expect(second).toEqual({
    task: 'send_invites',
    payload: { email_ids: email_ids.slice(sent), text_ids: [] },
  })
  expect(first?.task).toBe('send_invites')
  await workOff(withMail())
  expect(mail.received).toHaveLength(3)
})
