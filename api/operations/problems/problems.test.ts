import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { getGateOpenRoute } from '@openspot/contract/operations/gates.ts'
import { getPhotoRoute, uploadPhotoRoute } from '@openspot/contract/operations/photos.ts'
import {
  createProblemRoute,
  getProblemRoute,
  listMyProblemsRoute,
  listProblemsRoute,
  moveFromProblemRoute,
  refundProblemRoute,
  setProblemFindingRoute,
  updateProblemRoute,
} from '@openspot/contract/operations/problems.ts'
import { validateReservationRoute } from '@openspot/contract/operations/validation.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { brokenInvariants } from '../../platform/invariants/invariants.sql.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { pictureForm } from '../../testing/factories/files.ts'
import { createGate } from '../../testing/factories/gates.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { toldTo } from '../../testing/factories/memberships.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { anOption, aPartner } from '../../testing/factories/validation.ts'

let api: TestApi
let lot: TestLot
let admin: Person

beforeAll(async () => {
  api = await testApi()
})
afterAll(async () => {
  expect(await brokenInvariants(api.deps.database.pool)).toEqual({})
  await api.close()
})
beforeEach(async () => {
  lot = await aLot(api, {}, 4)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
})

/** A driver whose paid reservation of two hours on the first spot began some minutes ago. */
async function aDriver(minutesAgo = 10) {
  const hour = 3_600_000
  api.ports.advance({ seconds: (hour - (api.ports.now().getTime() % hour)) / 1000 })
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
  const { reservation } = await bookAs(api, driver, {
    spot_id: lot.spot_ids[0] ?? '',
    payment_method_id,
    ...twoHours(api),
  })
  await api.runJobs()
  api.ports.advance({ minutes: 60 + minutesAgo })
  return { driver, reservation }
}

type Body = Parameters<typeof api.call<typeof createProblemRoute>>[1]['body']
const input = (body: Body) => ({
  params: { lot_id: lot.lot_id },
  body,
  idempotency_key: secretWord(api.ports),
})
const report = (driver: Person, body: Body) => api.call(createProblemRoute, input(body), driver.token)
const taken = (driver: Person, reservation_id: string, more: Partial<Body> = {}) =>
  report(driver, { kind: 'SPOT_TAKEN', reservation_id, ...more })
const choose = (problem_id: string, spot_id: string, gate_id?: string) => ({
  params: { problem_id },
  body: gate_id === undefined ? { spot_id } : { spot_id, gate_id },
  idempotency_key: secretWord(api.ports),
})
const refunding = (problem_id: string, refund_cents: number) => ({
  params: { problem_id },
  body: { refund_cents },
  idempotency_key: secretWord(api.ports),
})
const reservationOf = (id: string, person: Person) =>
  api.call(getReservationRoute, { params: { reservation_id: id } }, person.token)
const spotOf = async (reservation_id: string) => {
  const { rows } = await api.deps.database.pool.query<{ spot_id: string }>(
    'select spot_id from reservations where id = $1',
    [reservation_id],
  )
  return rows[0]?.spot_id
}

describe('a driver whose spot is taken', () => {
  test('is moved to the nearest spot that is as good, in one step that opens the gate, at no charge', async () => {
    const gate = await createGate(api, { lot_id: lot.lot_id, admin })
    const { driver, reservation } = await aDriver()
    const { id, choices } = await taken(driver, reservation.id, { other_plate: 'abc 123' })
    expect(choices?.move).toMatchObject({ spot_id: lot.spot_ids[1], spot_label: 'A2', refund_cents: 0 })
    const order = choose(id, lot.spot_ids[1] ?? '', gate.id)
    const { problem, gate_open_id } = await api.call(moveFromProblemRoute, order, driver.token)
    expect(problem).toMatchObject({
      status: 'RESOLVED',
      resolution: 'MOVED',
      moved_to_label: 'A2',
      choices: null,
    })
    expect(await spotOf(problem.moved_reservation_id ?? '')).toBe(lot.spot_ids[1])
    await api.deps.gates.settled()
    const { params } = gate
    const open = await api.call(
      getGateOpenRoute,
      { params, query: { open_id: gate_open_id ?? '' } },
      driver.token,
    )
    expect(open).toMatchObject({ given_by: 'RESERVATION', reason: null })
    await api.runJobs()
    expect(await toldTo(api, admin)).toContain('PROBLEM_REPORTED')
    const { rows } = await api.deps.database.pool.query('select id from refunds where lot_id = $1', [
      lot.lot_id,
    ])
    expect(rows).toEqual([])
  })

  test('gets the difference back if the other spot costs less, and pays nothing if it costs more', async () => {
    const { pool } = api.deps.database
    await pool.query('update spots set hour_cents = 200 where id = $1', [lot.spot_ids[1]])
    const { driver, reservation } = await aDriver(30)
    const { id, choices } = await taken(driver, reservation.id)
    // The 90 minutes that are left cost two hours on both spots, at 2.00 less an hour.
    expect(choices?.move).toMatchObject({ spot_label: 'A2', refund_cents: 400 })
    await api.call(moveFromProblemRoute, choose(id, lot.spot_ids[1] ?? ''), driver.token)
    await api.runJobs()
    const { rows } = await pool.query('select amount_cents, reason from refunds where lot_id = $1', [
      lot.lot_id,
    ])
    expect(rows).toEqual([{ amount_cents: 400, reason: 'Someone else was parked on the spot.' }])

    await pool.query('update spots set hour_cents = 900 where lot_id = $1', [lot.lot_id])
    const dear = await aDriverOn(lot.spot_ids[2] ?? '')
    const second = await taken(dear.driver, dear.reservation.id)
    expect(second.choices?.move?.refund_cents).toBe(0)
  })

  test('is not offered spots that are booked, of another type, someone’s own, or reported as taken', async () => {
    const { pool } = api.deps.database
    const [, booked, compact, own] = lot.spot_ids
    await pool.query(`update spots set type = 'COMPACT' where id = $1`, [compact])
    await pool.query('update spots set assigned_user_id = $2 where id = $1', [own, admin.user_id])
    const { driver, reservation } = await aDriver()
    const other = await aPerson(api)
    await bookAs(api, other, {
      spot_id: booked ?? '',
      payment_method_id: await aCard(api, other, 'pm_card_bypassPending'),
      ...twoHours(api, 0),
    })
    const { choices } = await taken(driver, reservation.id)
    expect(choices).toMatchObject({ move: null, refund: { rule: 'full' } })
  })

  test('gets everything back within the lot’s first minutes, and later the rest of the time', async () => {
    const early = await aDriver(59)
    const first = await taken(early.driver, early.reservation.id)
    expect(first.choices?.refund).toEqual({ rule: 'full', refund_cents: 899 })
    const order = refunding(first.id, 899)
    expect(await api.call(refundProblemRoute, order, early.driver.token)).toMatchObject({
      status: 'RESOLVED',
      resolution: 'REFUNDED',
    })
    expect((await reservationOf(early.reservation.id, early.driver)).status).toBe('CANCELED')

    const late = await aDriver(90)
    const second = await taken(late.driver, late.reservation.id)
    // A quarter of the time is left.
    expect(second.choices?.refund).toEqual({ rule: 'rest', refund_cents: 225 })
  })

  test('gets what the screen showed, or the new choices if they changed', async () => {
    const { driver, reservation } = await aDriver()
    const { id } = await taken(driver, reservation.id)
    expect(await api.refusal(refundProblemRoute, refunding(id, 100), driver.token)).toMatchObject({
      code: 'choice_changed',
      details: { refund: { refund_cents: 899 } },
    })
    const wrong = choose(id, lot.spot_ids[3] ?? '')
    expect(await api.refusal(moveFromProblemRoute, wrong, driver.token)).toMatchObject({
      code: 'choice_changed',
    })
  })

  test('sees only what is refunded in addition to what a validation gave, and gets everything back in all', async () => {
    const { pool } = api.deps.database
    await pool.query('update spots set hour_cents = 200 where id = $1', [lot.spot_ids[1]])
    const { id: partner_id } = await aPartner(api, admin, lot.lot_id)
    const option = await anOption(api, admin, partner_id, { amount_cents: 800 })
    const { driver, reservation } = await aDriver()
    const ids = { reservation_id: reservation.id, public_option_id: option.public_option_id }
    await api.call(validateReservationRoute, { params: ids }, driver.token)
    await api.runJobs()
    const { id, choices } = await taken(driver, reservation.id)
    // The driver owed $8.99, and the shop gave $8.00 of it. The other spot costs $4.00 less, so the shop gives all of its $4.99.
    expect(choices).toMatchObject({ move: { refund_cents: 99 }, refund: { rule: 'full', refund_cents: 99 } })
    await api.call(refundProblemRoute, refunding(id, 99), driver.token)
    await api.runJobs()
    const { rows } = await pool.query(
      'select sum(amount_cents)::int as cents from refunds where lot_id = $1',
      [lot.lot_id],
    )
    expect(rows).toEqual([{ cents: 899 }])
  })

  test('is not moved if the gate to open is not in the lot', async () => {
    const elsewhere = await aLot(api)
    const boss = await aMember(api, elsewhere.lot_id, 'ADMIN')
    const gate = await createGate(api, { lot_id: elsewhere.lot_id, admin: boss })
    const { driver, reservation } = await aDriver()
    const { id } = await taken(driver, reservation.id)
    const order = choose(id, lot.spot_ids[1] ?? '', gate.id)
    expect(await api.refusal(moveFromProblemRoute, order, driver.token)).toMatchObject({ status: 404 })
    const { mine } = await api.call(getProblemRoute, { params: { problem_id: id } }, driver.token)
    expect(mine).toMatchObject({ status: 'OPEN' })
    expect(await spotOf(reservation.id)).toBe(lot.spot_ids[0])
  })

  test('chooses once: the other choice is refused, also at the same time', async () => {
    const { driver, reservation } = await aDriver()
    const { id } = await taken(driver, reservation.id)
    const outcomes = await Promise.allSettled([
      api.call(moveFromProblemRoute, choose(id, lot.spot_ids[1] ?? ''), driver.token),
      api.call(refundProblemRoute, refunding(id, 899), driver.token),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await api.refusal(refundProblemRoute, refunding(id, 899), driver.token)).toMatchObject({
      code: 'problem_settled',
    })
  })

  test('waits for the staff after three times in 90 days, or if a patroller found nothing', async () => {
    const { driver, reservation } = await aDriver()
    const { id } = await taken(driver, reservation.id)
    const patroller = await aMember(api, lot.lot_id, 'PATROLLER')
    const params = { problem_id: id }
    await api.call(setProblemFindingRoute, { params, body: { finding: 'GONE' } }, patroller.token)
    const { mine } = await api.call(getProblemRoute, { params }, driver.token)
    expect(mine).toMatchObject({ choices: null, is_for_staff: true })

    const { pool } = api.deps.database
    const often = await aDriver()
    await pool.query(
      `insert into problems (lot_id, user_id, kind, status, resolution, resolved_at, resolved_by_user_id, created_at, changed_at)
       select $1, $2, 'SPOT_TAKEN', 'RESOLVED', 'REFUNDED', $3, $2, $3, $3 from generate_series(1, 3)`,
      [lot.lot_id, often.driver.user_id, api.ports.now().toISOString()],
    )
    expect(await taken(often.driver, often.reservation.id)).toMatchObject({
      choices: null,
      is_for_staff: true,
    })
  })

  test('reports it once: a second report returns the open one, and notifies the staff once', async () => {
    const { driver, reservation } = await aDriver()
    const { id } = await taken(driver, reservation.id)
    expect((await taken(driver, reservation.id)).id).toBe(id)
    expect((await toldTo(api, admin)).filter((kind) => kind === 'PROBLEM_REPORTED')).toHaveLength(1)
  })

  test('cannot report it long before the start, after the end, or for the reservation of someone else', async () => {
    const { driver, reservation } = await aDriver(-40)
    const of = input({ kind: 'SPOT_TAKEN', reservation_id: reservation.id })
    expect(await api.refusal(createProblemRoute, of, driver.token)).toMatchObject({
      code: 'reservation_not_open',
    })
    const member = await aMember(api, lot.lot_id, 'MEMBER')
    expect(await api.refusal(createProblemRoute, of, member.token)).toMatchObject({ field: 'reservation_id' })
    api.ports.advance({ hours: 4 })
    const again = { ...of, idempotency_key: secretWord(api.ports) }
    expect(await api.refusal(createProblemRoute, again, driver.token)).toMatchObject({
      code: 'reservation_not_open',
    })
  })
})

/** A driver with a reservation that begins within the hour on a given spot, and has begun. */
async function aDriverOn(spot_id: string) {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver, 'pm_card_bypassPending')
  const { reservation } = await bookAs(api, driver, { spot_id, payment_method_id, ...twoHours(api) })
  await api.runJobs()
  api.ports.advance({ minutes: 70 })
  return { driver, reservation }
}

describe('photos', () => {
  const upload = async (person: Person) =>
    api.call(uploadPhotoRoute, { params: { lot_id: lot.lot_id }, body: await pictureForm() }, person.token)
  const look = (photo_id: string, person: Person) =>
    api.refusal(getPhotoRoute, { params: { photo_id } }, person.token)

  test('are for their uploader and the staff, and belong to one report', async () => {
    const { driver, reservation } = await aDriver()
    const photo = await upload(driver)
    const { photos } = await taken(driver, reservation.id, { photo_ids: [photo.id] })
    expect(photos).toEqual([photo])
    const stranger = await aPerson(api)
    const member = await aMember(api, lot.lot_id, 'MEMBER')
    for (const person of [stranger, member])
      expect(await look(photo.id, person)).toMatchObject({ status: 404 })
    const params = { photo_id: photo.id }
    for (const person of [driver, admin]) await api.call(getPhotoRoute, { params }, person.token)
    const again = input({ kind: 'OTHER', text: 'Again', photo_ids: [photo.id] })
    expect(await api.refusal(createProblemRoute, again, driver.token)).toMatchObject({ field: 'photo_ids' })
  })

  test('that are used for nothing are limited, and deleted after a day', async () => {
    const { driver } = await aDriver()
    const first = await upload(driver)
    for (let count = 1; count < 12; count++) await upload(driver)
    const form = { params: { lot_id: lot.lot_id }, body: await pictureForm() }
    expect(await api.refusal(uploadPhotoRoute, form, driver.token)).toMatchObject({ code: 'photo_limit' })
    api.ports.advance({ hours: 25 })
    await upload(driver)
    expect(await look(first.id, driver)).toMatchObject({ status: 404 })
  })
})

describe('staff', () => {
  test('correct the other plate, whose previous values are kept, and the reporter does not see the correction', async () => {
    const { driver, reservation } = await aDriver()
    const { id } = await taken(driver, reservation.id, { other_plate: 'ABC 1230', other_region: 'il' })
    const params = { problem_id: id }
    const corrected = await api.call(
      updateProblemRoute,
      { params, body: { other_plate: 'ABC 123O' } },
      admin.token,
    )
    expect(corrected).toMatchObject({
      other_plate: 'ABC123O',
      other_region: 'IL',
      previous_plates: [{ other_plate: 'ABC1230', other_region: 'IL' }],
    })
    const { mine } = await api.call(getProblemRoute, { params }, driver.token)
    expect(mine?.other_plate).toBe('ABC1230')
  })

  test('settle a problem once, and the reporter is notified of their answer', async () => {
    const { driver, reservation } = await aDriver()
    const { id } = await report(driver, {
      kind: 'ISSUE_WITH_VEHICLE',
      reservation_id: reservation.id,
      text: 'Leaks',
    })
    const params = { problem_id: id }
    const body = { status: 'RESOLVED' as const, answer: 'The driver was called.' }
    expect(
      await api.refusal(updateProblemRoute, { params, body: { status: 'RESOLVED' } }, admin.token),
    ).toMatchObject({
      field: 'answer',
    })
    expect(await api.call(updateProblemRoute, { params, body }, admin.token)).toMatchObject({
      resolution: 'SETTLED',
    })
    expect(await api.refusal(updateProblemRoute, { params, body }, admin.token)).toMatchObject({
      code: 'problem_settled',
    })
    expect(await toldTo(api, driver)).toContain('PROBLEM_ANSWERED')
    const { items } = await api.call(listMyProblemsRoute, { query: {} }, driver.token)
    expect(items).toMatchObject([{ id, status: 'RESOLVED', answer: 'The driver was called.' }])
  })

  test('see a problem that they reported themselves as both', async () => {
    const { id } = await report(admin, { kind: 'OTHER', text: 'The ramp is icy' })
    const { mine, staff } = await api.call(getProblemRoute, { params: { problem_id: id } }, admin.token)
    expect([mine?.id, staff?.id]).toEqual([id, id])
  })

  test('list the problems of their lot by status, page by page, and not those of others', async () => {
    const { driver } = await aDriver()
    for (const text of ['First', 'Second', 'Third']) {
      await report(driver, { kind: 'OTHER', text })
      api.ports.advance({ seconds: 1 })
    }
    const params = { lot_id: lot.lot_id }
    const query = { status: 'OPEN' as const, limit: 2 }
    const page = await api.call(listProblemsRoute, { params, query }, admin.token)
    expect(page.items.map(({ text }) => text)).toEqual(['Third', 'Second'])
    const next = { ...query, cursor: page.next_cursor ?? '' }
    const rest = await api.call(listProblemsRoute, { params, query: next }, admin.token)
    expect(rest).toMatchObject({ items: [{ text: 'First' }], next_cursor: null })
    const other = await aMember(api, (await aLot(api)).lot_id, 'ADMIN')
    const first = { params: { problem_id: rest.items[0]?.id ?? '' } }
    expect(await api.refusal(getProblemRoute, first, other.token)).toMatchObject({ status: 404 })
  })
})
