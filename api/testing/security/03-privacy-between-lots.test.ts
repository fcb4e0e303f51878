import { listMonitorSpotsRoute, listMonitorVehiclesRoute } from '@openspot/contract/booking/monitor.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import {
  createLotCarRoute,
  listLotCarsRoute,
  listMyCarsRoute,
  patchLotCarRoute,
} from '@openspot/contract/people/cars.ts'
import { addMemberRoute, getLotUserRoute, listMembersRoute } from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../api.ts'
import { aLot, type TestLot } from '../factories/lots.ts'
import { aCar, aPlaced, aReservation } from '../factories/memberships.ts'
import { aMember, aPerson, type Person } from '../factories/people.ts'
import { twoHours } from '../factories/reservations.ts'

let api: TestApi
let lot: TestLot
let staff: Person
let victim: Person
let car_id: string
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api)
  staff = await aMember(api, lot.lot_id, 'ADMIN')
  victim = await aPerson(api, { first_name: 'Vera' })
  await api.deps.database.pool.query('update users set phone = $2, phone_verified_at = $3 where id = $1', [
    victim.user_id,
    `+1312555${String(Math.floor(api.ports.random(2).readUInt16BE() / 7)).padStart(4, '0')}`,
    api.ports.now().toISOString(),
  ])
  car_id = await aCar(api, victim, 'VIC 108')
})
afterAll(() => api.close())

/** Reserves as staff for the email address of a person whom the lot does not know. */
const typeIn = (payment_kind: 'NONE' | 'STRIPE') =>
  api.call(
    createByStaffRoute,
    {
      body: {
        spot_id: lot.spot_ids[0] ?? '',
        person: { email: victim.email },
        payment_kind,
        override_reason: 'x',
        ...twoHours(api),
      },
      idempotency_key: secretWord(api.ports),
    },
    staff.token,
  )
const person = () => ({ params: { lot_id: lot.lot_id, user_id: victim.user_id } })
const inLot = () => ({ params: { lot_id: lot.lot_id } })
const car = (id = car_id) => ({ params: { lot_id: lot.lot_id, car_id: id } })
const told = async (answer: Promise<unknown>) => JSON.stringify(await answer)

/** Expects that an answer contains nothing from the account. */
function showsNothing(answer: string): void {
  for (const secret of ['Vera', 'VIC', '+1312555']) expect(answer).not.toContain(secret)
}

describe('finding 3: a lot knows a person only by that person’s own act', () => {
  test.each(['NONE', 'STRIPE'] as const)(
    'shows nothing of an account that staff typed in with payment %s',
    async (payment_kind) => {
      showsNothing(await told(typeIn(payment_kind)))
      showsNothing(await told(api.call(getLotUserRoute, person(), staff.token)))
      await api.call(addMemberRoute, { ...inLot(), body: { user_id: victim.user_id } }, staff.token)
      const user = await api.call(getLotUserRoute, person(), staff.token)
      expect(user.cars).toEqual([])
      for (const answer of [
        JSON.stringify(user),
        await told(api.call(listMembersRoute, { ...inLot(), query: {} }, staff.token)),
        await told(api.call(listLotCarsRoute, { ...inLot(), query: {} }, staff.token)),
        await told(api.call(listMonitorSpotsRoute, { ...inLot(), query: {} }, staff.token)),
        await told(
          api.call(
            listMonitorSpotsRoute,
            { ...inLot(), query: { at: twoHours(api).starts_at } },
            staff.token,
          ),
        ),
        await told(api.call(listMonitorVehiclesRoute, { ...inLot(), query: {} }, staff.token)),
      ]) {
        showsNothing(answer)
      }
    },
  )

  test('does not find a typed-in person by name, plate, or phone', async () => {
    await typeIn('NONE')
    await api.call(addMemberRoute, { ...inLot(), body: { user_id: victim.user_id } }, staff.token)
    for (const q of ['Vera', 'VIC108', '312555']) {
      const { items } = await api.call(listMembersRoute, { ...inLot(), query: { q } }, staff.token)
      expect(items).toEqual([])
    }
  })

  test('rejects changing or adding a vehicle of a typed-in person with 404', async () => {
    await typeIn('NONE')
    await api.call(addMemberRoute, { ...inLot(), body: { user_id: victim.user_id } }, staff.token)
    const change = { ...car(), body: { plate: 'EVIL666' } }
    expect(await api.refusal(patchLotCarRoute, change, staff.token)).toMatchObject({ status: 404 })
    const add = { ...person(), body: { plate: 'EVILCAR', region: 'IL' } }
    expect(await api.refusal(createLotCarRoute, add, staff.token)).toMatchObject({ status: 404 })
    expect((await api.call(listMyCarsRoute, {}, victim.token)).items.map(({ plate }) => plate)).toEqual([
      'VIC 108',
    ])
  })

  test('applies a plate correction by staff in their lot only', async () => {
    const other = await aLot(api)
    const other_staff = await aMember(api, other.lot_id, 'ADMIN')
    for (const { lot_id, spot_ids } of [lot, other]) {
      await aReservation(api, { lot_id, spot_id: spot_ids[0] ?? '', user_id: victim.user_id, car_id })
    }
    await api.call(patchLotCarRoute, { ...car(), body: { plate: 'EVIL 666' } }, staff.token)
    expect((await api.call(listMyCarsRoute, {}, victim.token)).items.map(({ plate }) => plate)).toEqual([
      'VIC 108',
    ])
    const plates = async (lot_id: string, token: string) =>
      (await api.call(listMonitorVehiclesRoute, { params: { lot_id }, query: {} }, token)).items.map(
        ({ plate }) => plate,
      )
    expect(await plates(other.lot_id, other_staff.token)).toEqual(['VIC 108'])
    expect(await plates(lot.lot_id, staff.token)).toEqual(['EVIL 666', 'VIC 108'])
  })

  test('keeps a vehicle that staff add for a member in their lot only', async () => {
    const member = await aPlaced(api, lot.lot_id)
    const to = { params: { lot_id: lot.lot_id, user_id: member.user_id } }
    await api.call(createLotCarRoute, { ...to, body: { plate: 'ADD 1' } }, staff.token)
    expect((await api.call(listMyCarsRoute, {}, member.token)).items).toEqual([])
    const { items } = await api.call(listLotCarsRoute, { ...inLot(), query: {} }, staff.token)
    expect(items.map(({ plate }) => plate)).toEqual(['ADD 1'])
  })

  test('shows staff the name of a driver who booked and the booked vehicle only', async () => {
    await aCar(api, victim, 'HOM 1')
    await aReservation(api, {
      lot_id: lot.lot_id,
      spot_id: lot.spot_ids[0] ?? '',
      user_id: victim.user_id,
      car_id,
    })
    expect(await api.call(getLotUserRoute, person(), staff.token)).toMatchObject({
      name: 'Vera Example',
      email: victim.email,
      cars: [{ plate: 'VIC 108' }],
    })
  })
})
