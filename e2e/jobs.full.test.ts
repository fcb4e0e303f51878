import { alert } from '@openspot/api/platform/alerts/alert.ts'
import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '@openspot/api/testing/factories/people.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from './testing/browser.ts'
import { looksWell, looksWellEverywhere } from './testing/looks.ts'
import { type Product, startProduct } from './testing/product.ts'
import { aSignedIn } from './testing/reservations.ts'

let product: Product
let browser: Browser
let admin: Person
beforeAll(async () => {
  product = await startProduct()
  browser = await sharedBrowser()
  admin = await aPerson(product.server, { roles: ['OPENSPOT_ADMIN'], first_name: 'Pia' })
})
afterAll(() => product?.close())

/** Adds a failed job that is not due before tomorrow. */
async function aFailedJob(
  task: string,
  job: { attempts: number; max_attempts: number; reason: string | null; subject?: string },
): Promise<string> {
  const { pool } = product.server.deps.database
  const { rows } = await pool.query<{ id: number }>(
    `select id from graphile_worker.add_job($1, $2, run_at => now() + interval '1 day', max_attempts => $3)`,
    [task, JSON.stringify(job.subject ? { refund_id: job.subject } : {}), job.max_attempts],
  )
  await pool.query('update graphile_worker._private_jobs set attempts = $2, last_error = $3 where id = $1', [
    rows[0]?.id,
    job.attempts,
    job.reason,
  ])
  return String(rows[0]?.id)
}

test('jobs and overview without failures are accessible and fit the screen', async () => {
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto('/platform/jobs')
  await page.getByRole('heading', { name: 'No failed jobs' }).waitFor()
  await looksWellEverywhere(page, 'jobs-none')
  await page.goto('/platform')
  await page.getByText('Nothing needs you now').waitFor()
  await page.getByText('No alerts yet').waitFor()
  await looksWellEverywhere(page, 'overview-calm')
  await visitor.close()
})

test('a given-up job is counted on the overview and retried after confirmation, and another is discarded', async () => {
  const subject = product.server.deps.ports.id()
  const refund = await aFailedJob('send_refund', {
    attempts: 25,
    max_attempts: 25,
    reason: '[StripeConnectionError]',
    subject,
  })
  const email = await aFailedJob('deliver_email', {
    attempts: 3,
    max_attempts: 12,
    reason: '[Error code=ESOCKET]',
  })
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto('/platform')
  await page.getByRole('link', { name: /1 background job stopped/ }).waitFor()
  await page.getByRole('link', { name: 'Show failed jobs' }).click()
  await page.getByRole('button', { name: 'Status: Any status' }).click()
  await page.getByRole('menuitemradio', { name: 'Out of retries' }).click()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByText(subject).waitFor()
  // In plain words, and by the name that logs and alerts have.
  await page.getByRole('rowheader', { name: 'Send a refund send_refund' }).waitFor()
  await page.getByRole('button', { name: `Retry job ${refund}` }).click()
  await page.getByRole('heading', { name: `Retry “Send a refund” (job ${refund})?` }).waitFor()
  await looksWell(page, 'job-retry-desk')
  await page.getByRole('button', { name: 'Retry job', exact: true }).click()
  await page.getByText('1 job will run now.').waitFor()
  await page.getByRole('heading', { name: 'No jobs match these filters' }).waitFor()
  await looksWell(page, 'jobs-no-match-desk')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: `Discard job ${email}` }).click()
  await looksWell(page, 'job-discard-desk')
  await page.getByRole('button', { name: 'Discard job', exact: true }).click()
  await page.getByText('The job was discarded.').waitFor()
  await page.getByRole('button', { name: `Discard job ${email}` }).waitFor({ state: 'detached' })
  await visitor.close()
})

test('retrying a job that no longer exists explains why', async () => {
  const id = await aFailedJob('send_payout', { attempts: 2, max_attempts: 25, reason: '[Error]' })
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto('/platform/jobs?task=send_payout')
  await page.getByRole('button', { name: `Retry job ${id}` }).click()
  await product.server.deps.database.pool.query('delete from graphile_worker._private_jobs where id = $1', [
    id,
  ])
  await page.getByRole('button', { name: 'Retry job', exact: true }).click()
  await page.getByText('This job is no longer in the list').waitFor()
  await looksWell(page, 'job-gone-desk')
  await visitor.close()
})

test('a failed load of the jobs shows an error and can be repeated', async () => {
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.route('**/api/v1/platform/jobs*', (route) => route.abort())
  await page.goto('/platform/jobs')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  await looksWell(page, 'jobs-error-desk')
  await page.unroute('**/api/v1/platform/jobs*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' })
  await visitor.close()
})

test('jobs and overview are only for platform admins', async () => {
  const { lot_id } = await aLot(product.server)
  const visitor = await aSignedIn(browser, product, await aMember(product.server, lot_id, 'SUPER_ADMIN'))
  for (const path of ['/platform', '/platform/jobs']) {
    await visitor.page.goto(path)
    await visitor.page.getByText('This area is for platform admins').waitFor()
  }
  await visitor.close()
})

test('failed jobs, alerts, and overview are accessible and fit the screen', async () => {
  await aFailedJob('send_refund', {
    attempts: 25,
    max_attempts: 25,
    reason: '[StripeAuthenticationError code=api_key_expired status=401]',
    subject: product.server.deps.ports.id(),
  })
  await aFailedJob('deliver_email', { attempts: 4, max_attempts: 12, reason: '[Error code=ESOCKET]' })
  await aFailedJob('reconcile', { attempts: 1, max_attempts: 25, reason: null })
  await product.server.deps.database.pool.query(
    `update graphile_worker._private_jobs set last_error = 'from an older version'
     where attempts = 1 and max_attempts = 25`,
  )
  await alert(product.server.deps, {
    event: 'JOB_GIVEN_UP',
    summary: 'The job 7 (send_refund) was given up after 25 attempts: StripeConnectionError.',
  })
  const visitor = await aSignedIn(browser, product, admin)
  const { page } = visitor
  await page.goto('/platform')
  await page.getByText('The job 7 (send_refund)').waitFor()
  await looksWellEverywhere(page, 'overview')
  await page.goto('/platform/jobs')
  await page.getByText('Not recorded').first().waitFor()
  await looksWellEverywhere(page, 'jobs')
  await page.goto('/platform/jobs?task=deliver_email')
  await page.getByRole('button', { name: 'Retry all “Send an email” jobs' }).click()
  await page.getByRole('heading', { name: 'Retry all failed “Send an email” jobs?' }).waitFor()
  await looksWellEverywhere(page, 'jobs-retry-all')
  await visitor.close()
})
