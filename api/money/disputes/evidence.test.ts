import { listLotDisputesRoute } from '@openspot/contract/money/adjustments.ts'
import {
  deleteEvidenceFileRoute,
  getDisputeRoute,
  getEvidenceFileRoute,
  listPlatformDisputesRoute,
  patchEvidenceRoute,
  putEvidenceFileRoute,
  submitEvidenceRoute,
} from '@openspot/contract/money/disputes.ts'
import { getPlatformOverviewRoute } from '@openspot/contract/platform/jobs.ts'
import { type DisputeFileKind, evidenceAttempts } from '@openspot/core/disputes/enums.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { emailsTo } from '../../testing/factories/fines.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { auditOf } from '../../testing/factories/memberships.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { remindOfDisputes } from './notify-dispute.ts'

let api: TestApi
let lot: TestLot
let staff: Person
let dispute_id: string
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  lot = await aLot(api)
  staff = await aMember(api, lot.lot_id, 'ADMIN')
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, 'pm_card_createDispute')
  await bookAs(api, driver, { spot_id: lot.spot_ids[0] ?? '', payment_method_id })
  await api.runJobs()
  const { items } = await api.call(
    listLotDisputesRoute,
    { params: { lot_id: lot.lot_id }, query: {} },
    staff.token,
  )
  dispute_id = items[0]?.id ?? ''
})

const pdf = (bytes = 1000) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(bytes - 9, 32)])
function formOf(bytes: Buffer, name = 'receipt.pdf'): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}
const put = (bytes: Buffer, file_kind: DisputeFileKind = 'receipt', by = staff) =>
  [putEvidenceFileRoute, { params: { dispute_id, file_kind }, body: formOf(bytes) }, by.token] as const
const at = () => ({ params: { dispute_id } })
const look = async () => (await api.call(getDisputeRoute, at(), staff.token)).evidence
const write = (uncategorized_text: string) =>
  api.call(patchEvidenceRoute, { ...at(), body: { uncategorized_text } }, staff.token)
const submit = () => api.call(submitEvidenceRoute, at(), staff.token)
const stripeDispute = async () => {
  const { rows } = await api.deps.database.pool.query<{ id: string }>(
    'select stripe_dispute_id as id from disputes where id = $1',
    [dispute_id],
  )
  return api.deps.stripe.disputes.retrieve(rows[0]?.id ?? '')
}

test('collects files and texts, and submits them to the bank once', async () => {
  expect(await api.call(...put(pdf()))).toMatchObject({
    awaits_evidence: true,
    evidence: { state: 'DRAFT', files: [{ kind: 'receipt', name: 'receipt.pdf', size_bytes: 1000 }] },
  })
  await write('The driver parked as booked.')
  expect((await stripeDispute()).evidence_details.has_evidence).toBe(false)
  expect((await submit()).evidence.state).toBe('SENDING')
  await api.runJobs()
  const sent = await stripeDispute()
  expect(sent).toMatchObject({
    status: 'under_review',
    evidence: {
      uncategorized_text: 'The driver parked as booked.',
      receipt: expect.stringMatching(/^file_/),
    },
  })
  expect(sent.evidence_details.submission_count).toBe(1)
  const file = await api.deps.stripe.files.retrieve(String(sent.evidence.receipt))
  expect(file).toMatchObject({
    purpose: 'dispute_evidence',
    size: 1000,
    type: 'pdf',
    filename: 'receipt.pdf',
  })
  expect(await api.call(getDisputeRoute, at(), staff.token)).toMatchObject({
    status: 'under_review',
    awaits_evidence: false,
    evidence: { state: 'SUBMITTED', submitted_by: 'Ada Example' },
  })
  for (const refused of [
    api.refusal(...put(pdf())),
    api.refusal(submitEvidenceRoute, at(), staff.token),
    api.refusal(patchEvidenceRoute, { ...at(), body: { uncategorized_text: 'More' } }, staff.token),
    api.refusal(
      deleteEvidenceFileRoute,
      { params: { dispute_id, file_kind: 'receipt' as const } },
      staff.token,
    ),
  ])
    expect(await refused).toMatchObject({ status: 409, code: 'evidence_closed' })
  expect((await auditOf(api, lot.lot_id)).map(({ action }) => action)).toContain('dispute.submit')
})

test('disputes that wait for evidence are listed by deadline and counted in the overview of the platform, until it is submitted', async () => {
  const admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const { pool } = api.deps.database
  const due_at = new Date(api.ports.now().getTime() + 3_600_000).toISOString()
  await pool.query('update disputes set evidence_due_at = $2 where id = $1', [dispute_id, due_at])
  const list = async () => {
    const first = await api.call(
      listPlatformDisputesRoute,
      { query: { needs_evidence: true, limit: 1 } },
      admin.token,
    )
    const cursor = first.next_cursor
    const rest = cursor
      ? await api.call(listPlatformDisputesRoute, { query: { needs_evidence: true, cursor } }, admin.token)
      : { items: [] }
    return [...first.items, ...rest.items]
  }
  const counted = async () => {
    const { attention } = await api.call(getPlatformOverviewRoute, {}, admin.token)
    return attention.find(({ kind }) => kind === 'DISPUTES')
  }
  const before = await list()
  expect(before[0]?.id).toBe(dispute_id)
  const deadlines = before.map(({ evidence_due_at }) => evidence_due_at ?? '')
  expect(deadlines).toEqual(deadlines.toSorted((one, other) => one.localeCompare(other)))
  expect(await counted()).toMatchObject({ count: before.length, due_at })
  await write('The driver parked as booked.')
  await submit()
  expect(await list()).toHaveLength(before.length - 1)
  expect((await counted())?.count ?? 0).toBe(before.length - 1)
  // For a day, the provider could not be reached.
  api.ports.advance({ hours: 25 })
  expect((await list()).map(({ id }) => id)).toContain(dispute_id)
})

test('returns the money when the bank decides for the lot', async () => {
  await write('winning_evidence')
  await submit()
  await api.runJobs()
  expect(await api.call(getDisputeRoute, at(), staff.token)).toMatchObject({
    status: 'won',
    withdrawn_cents: 0,
    closed_at: expect.any(String),
  })
})

test('accepts PDF, JPEG, and PNG by their content, one of each kind, and 4.5 MB together', async () => {
  const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(100)])
  expect((await api.call(...put(jpeg, 'service_documentation'))).evidence.files).toMatchObject([
    { content_type: 'image/jpeg' },
  ])
  expect(await api.refusal(...put(Buffer.from('<html>'), 'refund_policy'))).toMatchObject({
    status: 422,
    code: 'file_not_usable',
    field: 'file',
  })
  await api.call(...put(pdf(2_000_000)))
  await api.call(...put(pdf(2_500_000)))
  expect((await look()).files.map(({ size_bytes }) => size_bytes)).toEqual([2_500_000, 104])
  for (const [bytes, kind] of [
    [2_000_000, 'uncategorized_file'],
    [4_600_000, 'receipt'],
  ] as const)
    expect(await api.refusal(...put(pdf(bytes), kind))).toMatchObject({
      status: 413,
      code: 'evidence_too_large',
    })
  await api.call(
    deleteEvidenceFileRoute,
    { params: { dispute_id, file_kind: 'receipt' as const } },
    staff.token,
  )
  expect((await look()).files.map(({ kind }) => kind)).toEqual(['service_documentation'])
})

test('refuses to submit nothing', async () => {
  expect(await api.refusal(submitEvidenceRoute, at(), staff.token)).toMatchObject({ code: 'evidence_empty' })
})

test('gives refused evidence back to staff, tells them, and sends the corrected one', async () => {
  await write('A text')
  await api.call(...put(pdf()))
  // A file that the provider does not know.
  await api.deps.database.pool.query(
    `update dispute_files set stripe_file_id = 'file_unknown' where dispute_id = $1`,
    [dispute_id],
  )
  await submit()
  await api.runJobs()
  expect(await look()).toMatchObject({ state: 'FAILED', failure: 'REFUSED' })
  expect((await emailsTo(api, staff.email)).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('wasn’t accepted'),
  ])
  await api.call(...put(pdf(2000)))
  await submit()
  await api.runJobs()
  expect(await look()).toMatchObject({ state: 'SUBMITTED', failure: null })
})

test('sends the evidence after lost answers, and uploads each file once', async () => {
  await api.call(...put(pdf()))
  await submit()
  // More often than the SDK tries again by itself, so that the job runs again.
  api.standIn.faults.add(
    { call: 'POST /v1/files', fault: 'reset_after_success', times: 4 },
    { call: 'POST /v1/disputes/:id', fault: 'error_500_after_success', times: 3 },
  )
  for (let run = 0; run < 4; run++) {
    await api.runJobs()
    await api.deps.database.pool.query('update graphile_worker._private_jobs set run_at = now()')
  }
  expect(await look()).toMatchObject({ state: 'SUBMITTED' })
  expect((await stripeDispute()).evidence_details.submission_count).toBe(1)
})

test('says that it came too late when the bank has decided meanwhile', async () => {
  await write('A text')
  await api.deps.stripe.disputes.close((await stripeDispute()).id)
  await submit()
  await api.runJobs()
  expect(await look()).toMatchObject({ state: 'FAILED', failure: 'TOO_LATE' })
})

test('reminds the lot’s and the platform’s admins once, three days before the deadline', async () => {
  const admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const deps = paymentDepsOf(api.deps)
  const reminded = async ({ email }: Person) =>
    (await emailsTo(api, email)).filter(({ subject }) => subject.startsWith('Evidence is due')).length
  await remindOfDisputes(deps)
  expect(await reminded(staff)).toBe(0)
  const { pool } = api.deps.database
  await pool.query(`update disputes set evidence_due_at = $1 where id = $2`, [
    new Date(api.ports.now().getTime() + 2 * 86_400_000).toISOString(),
    dispute_id,
  ])
  await remindOfDisputes(deps)
  await remindOfDisputes(deps)
  expect([await reminded(staff), await reminded(admin)]).toEqual([1, 1])
})

test('returns each file as it was uploaded to staff and platform admins, also after the submission, and to nobody else', async () => {
  const admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  await api.call(
    putEvidenceFileRoute,
    {
      params: { dispute_id, file_kind: 'receipt' },
      body: formOf(pdf(1234), 'Beleg für März.pdf'),
    },
    staff.token,
  )
  const file = [getEvidenceFileRoute, { params: { dispute_id, file_kind: 'receipt' as const } }] as const
  const sent = await api.call(...file, staff.token)
  expect(sent).toMatchObject({ name: 'Beleg f_r M_rz.pdf', type: 'application/pdf' })
  expect(Buffer.from(await sent.arrayBuffer())).toEqual(pdf(1234))
  await submit()
  await api.runJobs()
  expect((await api.call(...file, admin.token)).size).toBe(1234)
  const answer = await fetch(`${api.base}/api/v1/disputes/${dispute_id}/evidence/files/receipt`, {
    headers: { authorization: `Bearer ${staff.token}`, 'x-openspot-client': 'app' },
  })
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-disposition': expect.stringMatching(
      /^attachment; .*filename\*=UTF-8''Beleg%20f%C3%BCr%20M%C3%A4rz\.pdf$/,
    ),
    'cache-control': 'private, no-store',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  })
  for (const [who, status] of [
    [await aMember(api, lot.lot_id, 'PATROLLER'), 404],
    [await aMember(api, (await aLot(api)).lot_id, 'ADMIN'), 404],
  ] as const)
    expect((await api.refusal(...file, who.token)).status).toBe(status)
  const missing = { params: { dispute_id, file_kind: 'refund_policy' as const } }
  expect((await api.refusal(getEvidenceFileRoute, missing, staff.token)).code).toBe('not_found')
})

describe('evidence that could not be sent for a day', () => {
  const isStuck = async () => (await look()).is_stuck
  const stuckNotices = async () =>
    (await emailsTo(api, staff.email)).filter(({ subject }) => subject.includes('couldn’t be sent')).length
  /** Runs the job until the queue gives it up. */
  const giveUp = async () => {
    for (let run = 0; run < evidenceAttempts; run++) {
      await api.deps.database.pool.query('update graphile_worker._private_jobs set run_at = now()')
      await api.runJobs()
    }
  }

  test('is shown as stuck, its staff are told once, and it is sent again as it is', async () => {
    await write('The driver parked as booked.')
    api.standIn.faults.add({ call: 'POST /v1/disputes/:id', fault: 'error_500', times: 1000 })
    await submit()
    await giveUp()
    api.standIn.faults.clear()
    expect(await look()).toMatchObject({ state: 'SENDING', is_stuck: false })
    expect((await api.refusal(submitEvidenceRoute, at(), staff.token)).code).toBe('evidence_closed')
    api.ports.advance({ hours: 25 })
    expect(await isStuck()).toBe(true)
    await remindOfDisputes(paymentDepsOf(api.deps))
    await remindOfDisputes(paymentDepsOf(api.deps))
    expect(await stuckNotices()).toBe(1)
    expect(
      (await api.refusal(patchEvidenceRoute, { ...at(), body: { uncategorized_text: 'B' } }, staff.token))
        .code,
    ).toBe('evidence_closed')
    expect((await submit()).evidence).toMatchObject({ state: 'SENDING', is_stuck: false })
    await api.runJobs()
    expect(await look()).toMatchObject({ state: 'SUBMITTED', is_stuck: false })
    expect((await stripeDispute()).evidence_details.submission_count).toBe(1)
  })

  test('is submitted if it had arrived and only the answers were lost, even after the provider forgot the key', async () => {
    await write('The driver parked as booked.')
    await submit()
    const { id } = await stripeDispute()
    await api.deps.stripe.disputes.update(id, {
      evidence: { uncategorized_text: 'The driver parked as booked.' },
      submit: true,
    })
    await api.runJobs()
    expect(await look()).toMatchObject({ state: 'SUBMITTED', failure: null })
  })
})

test('lists the disputes of all lots for platform admins only', async () => {
  const admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  const list = { query: { open: true, limit: 1 } }
  expect((await api.call(listPlatformDisputesRoute, list, admin.token)).items).toMatchObject([
    { id: dispute_id, lot: { id: lot.lot_id }, evidence_state: 'DRAFT' },
  ])
  expect((await api.refusal(listPlatformDisputesRoute, list, staff.token)).status).toBe(403)
  expect((await api.refusal(getDisputeRoute, at(), (await aPerson(api)).token)).status).toBe(404)
})
