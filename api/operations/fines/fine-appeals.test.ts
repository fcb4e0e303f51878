import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  appealFineRoute,
  type Fine,
  getFineNoticeEvidenceRoute,
  getFineNoticePhotoRoute,
  getFineNoticeRoute,
  uploadAppealPhotoRoute,
} from '@openspot/contract/operations/fine-notices.ts'
import { decideFineAppealRoute, printFineRoute } from '@openspot/contract/operations/fines.ts'
import { createCarRoute } from '@openspot/contract/people/cars.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { pictureForm } from '../../testing/factories/files.ts'
import {
  aLotWithFines,
  aPhotoOf,
  emailsTo,
  type LotWithFines,
  payFineAs,
} from '../../testing/factories/fines.ts'
import { type TestLot } from '../../testing/factories/lots.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { readPdf } from '../../testing/read-pdf.ts'

let api: TestApi
let here: LotWithFines
let lot: TestLot
let admin: Person
let patroller: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  here = await aLotWithFines(api)
  ;({ lot, admin, patroller } = here)
})

const key = () => secretWord(api.ports)
const notice = (code: string, who?: Person) =>
  api.call(getFineNoticeRoute, { params: { fine_code: code } }, who?.token)
const pay = (code: string, payer: Person, card?: string) => payFineAs(api, payer, code, card)

describe('appeal', () => {
  const appeal = (code: string, who: Person, photo_ids: string[] = []) => ({
    params: { fine_code: code },
    body: { text: 'The machine was broken.', photo_ids },
    idempotency_key: key(),
  })
  const decide = (fine_id: string, decision: 'ACCEPTED' | 'DECLINED') => ({
    params: { fine_id },
    body: { decision, answer: 'We looked at it.' },
    idempotency_key: key(),
  })

  test('is sent once, with photos that only its sender and the staff see, and accepting it refunds the fine', async () => {
    const { id, code } = await here.aFine()
    const driver = await aPerson(api)
    await pay(code, driver)
    const photo = await api.call(
      uploadAppealPhotoRoute,
      { params: { fine_code: code }, body: await pictureForm() },
      driver.token,
    )
    const order = appeal(code, driver, [photo.id])
    const sent: Fine = await api.call(appealFineRoute, order, driver.token)
    expect(sent).toMatchObject({ can_appeal: false, appeal: { status: 'OPEN', photos: [{ id: photo.id }] } })
    expect(await api.call(appealFineRoute, order, driver.token)).toEqual(sent)
    expect(await api.refusal(appealFineRoute, appeal(code, driver), driver.token)).toMatchObject({
      code: 'appeal_not_possible',
    })
    // Another person with the notice learns that there is an appeal, not what it says.
    expect(await notice(code)).toMatchObject({ appeal: { status: 'OPEN', text: null, photos: [] } })
    const seen = { params: { fine_code: code, fine_photo_id: photo.id } }
    expect((await api.call(getFineNoticePhotoRoute, seen, driver.token)).size).toBeGreaterThan(0)
    const photosFor = async (token?: string) =>
      (await api.call(getFineNoticeEvidenceRoute, { params: { fine_code: code } }, token)).photos
    expect(await photosFor(driver.token)).toHaveLength(1)
    for (const stranger of [undefined, (await aPerson(api)).token]) {
      expect(await api.refusal(getFineNoticePhotoRoute, seen, stranger)).toMatchObject({ code: 'not_found' })
      expect(await photosFor(stranger)).toEqual([])
    }
    expect((await here.read(id)).appeal).toMatchObject({
      text: 'The machine was broken.',
      photos: [{ id: photo.id }],
    })
    await api.runJobs()
    expect((await emailsTo(api, admin.email)).map(({ subject }) => subject)).toEqual([
      'Appeal for ZZ 100 at Wells Street Lot',
    ])
    expect(await api.refusal(decideFineAppealRoute, decide(id, 'ACCEPTED'), patroller.token)).toMatchObject({
      code: 'forbidden',
    })
    expect(await api.call(decideFineAppealRoute, decide(id, 'ACCEPTED'), admin.token)).toMatchObject({
      status: 'VOIDED',
      void_reason: 'APPEAL',
      appeal: { status: 'ACCEPTED' },
    })
    await api.runJobs()
    expect(await here.books()).toEqual({})
    const subjects = (await emailsTo(api, driver.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Your appeal at Wells Street Lot was accepted')
    expect(subjects.filter((subject) => subject.includes('canceled'))).toEqual([])
    expect(await api.refusal(decideFineAppealRoute, decide(id, 'DECLINED'), admin.token)).toMatchObject({
      code: 'fine_voided',
    })
  })

  test('gives time to pay after it was declined, and ends after the days that the lot sets', async () => {
    const { id, code } = await here.aFine()
    const driver = await aPerson(api)
    api.ports.advance({ hours: 24 * 13 })
    await api.call(appealFineRoute, appeal(code, driver), driver.token)
    api.ports.advance({ hours: 24 * 3 })
    const declined = await api.call(decideFineAppealRoute, decide(id, 'DECLINED'), admin.token)
    expect(declined).toMatchObject({
      status: 'UNPAID',
      appeal: { status: 'DECLINED', answer: 'We looked at it.' },
      due_at: new Date(api.ports.now().getTime() + 7 * 86_400_000).toISOString(),
    })
    expect(await api.refusal(decideFineAppealRoute, decide(id, 'ACCEPTED'), admin.token)).toMatchObject({
      code: 'appeal_decided',
    })
    await api.deps.database.pool.query('update lots set fine_appeal_days = 2 where id = $1', [lot.lot_id])
    const late = await here.aFine()
    api.ports.advance({ hours: 49 })
    expect(await api.refusal(appealFineRoute, appeal(late.code, driver), driver.token)).toMatchObject({
      code: 'appeal_not_possible',
    })
  })
})

describe('evidence', () => {
  const verify = (evidence: unknown, printed?: string): string => {
    const file = path.join(tmpdir(), `evidence-${secretWord(api.ports)}.json`)
    writeFileSync(file, JSON.stringify(evidence))
    const script = fileURLToPath(new URL('../../../docs/verify-fine.mjs', import.meta.url))
    try {
      return execFileSync(process.execPath, [script, file, ...(printed ? [printed] : [])], {
        stdio: 'pipe',
      }).toString()
    } catch (error) {
      return String((error as { stdout: Buffer }).stdout)
    }
  }

  test('anyone verifies the chain, its facts and photos, and each change of it is noticed', async () => {
    const photo_ids = [await aPhotoOf(api, patroller, lot.lot_id)]
    const { code, evidence_hash, photos } = await here.aFine({ photo_ids })
    await pay(code, await aPerson(api))
    const evidence = await api.call(getFineNoticeEvidenceRoute, { params: { fine_code: code } })
    expect(verify(evidence, evidence_hash)).toBe('Verified: 2 events, 1 photos.\n')
    const bytes = await (
      await api.call(getFineNoticePhotoRoute, {
        params: { fine_code: code, fine_photo_id: photos[0]?.id ?? '' },
      })
    ).arrayBuffer()
    expect(Buffer.from(bytes).toString('base64')).toBe(evidence.photos[0]?.webp_base64)
    const [first, second] = evidence.events
    const broken: [unknown, string][] = [
      [{ ...evidence, facts: evidence.facts?.replace('8000', '9000') }, 'the facts were changed'],
      [{ ...evidence, photos: [{ id: photo_ids[0], webp_base64: 'AAAA' }] }, 'was changed'],
      [
        { ...evidence, events: [first, { ...second, payload: second?.payload.replace('8000', '1') }] },
        'event 2 was changed',
      ],
      [{ ...evidence, events: [second] }, 'event 1 does not follow'],
    ]
    for (const [changed, problem] of broken) expect(verify(changed)).toContain(problem)
    expect(verify(evidence, 'f'.repeat(64))).toContain('this is not the chain of the notice')
  })

  test('the notice is printed on a strip and on a page, with the code, the amount, the hash, and the zone of each of its times', async () => {
    const { id, code, evidence_hash } = await here.aFine()
    for (const paper of ['THERMAL', 'PAGE'] as const) {
      const file = await api.call(
        printFineRoute,
        { params: { fine_id: id }, query: { paper } },
        patroller.token,
      )
      const pdf = readPdf(Buffer.from(await file.arrayBuffer()))
      expect(pdf.pages).toHaveLength(1)
      expect(pdf).toMatchObject({ is_marked: true, claims_ua: true, missing: 0 })
      const words = pdf.pages.join('').replaceAll(/\s/g, '')
      for (const word of [code, '$80.00', 'ZZ100', evidence_hash.slice(0, 16)]) expect(words).toContain(word)
      // When it was seen, when it is due, and until when it can be appealed.
      expect(words.split('CentralTime')).toHaveLength(4)
    }
  })

  test('the facts are erased with their person, and the chain still verifies', async () => {
    const driver = await aMember(api, lot.lot_id, 'MEMBER')
    await api.deps.database.pool.query('update memberships set acted_at = now() where user_id = $1', [
      driver.user_id,
    ])
    await api.call(createCarRoute, { body: { plate: 'ERA 5E' } }, driver.token)
    const { code, user_id, evidence_hash } = await here.aFine({ plate: 'ERA 5E' })
    expect(user_id).toBe(driver.user_id)
    await api.deps.database.pool.query('select forget_person($1, $2)', [
      driver.user_id,
      api.ports.now().toISOString(),
    ])
    const evidence = await api.call(getFineNoticeEvidenceRoute, { params: { fine_code: code } })
    expect(evidence.facts).toBeNull()
    expect(JSON.stringify(evidence)).not.toContain('ERA')
    expect(verify(evidence, evidence_hash)).toContain('Verified')
    expect(await notice(code)).toMatchObject({ plate: 'ERASED' })
  })
})
