import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { patchUserRoute } from '@openspot/contract/identity/users.ts'
import { createPartnerRoute } from '@openspot/contract/operations/validation-partners.ts'
import { createCarRoute, patchCarRoute } from '@openspot/contract/people/cars.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretWord } from '../ports.ts'
import { type TestApi, testApi } from '../testing/api.ts'
import { aLot } from '../testing/factories/lots.ts'
import { aMember, aPerson } from '../testing/factories/people.ts'
import { twoHours } from '../testing/factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('reads a phone number as written in the country of the account’s locale, and stores it in E.164 form', async () => {
  const person = await aPerson(api)
  const params = { user_id: person.user_id }
  const change = async (body: { phone?: string; language?: string }) =>
    (await api.call(patchUserRoute, { params, body }, person.token)).phone
  expect(await change({ phone: '(312) 555-0142' })).toBe('+13125550142')
  expect(await change({ phone: '+44 20 7946 0018' })).toBe('+442079460018')
  await change({ language: 'en-GB' })
  expect(await change({ phone: '020 7946 0999' })).toBe('+442079460999')
  const wrong = { params, body: { phone: '(312) 555-0142' } }
  expect(await api.refusal(patchUserRoute, wrong, person.token)).toMatchObject({
    status: 400,
    code: 'request_invalid',
    field: 'phone',
    message: 'No phone number like this exists. Check the area code and each digit.',
  })
})

test('reads the phone number of the person in a staff reservation and of a validation partner as written in the lot’s country', async () => {
  const lot = await aLot(api, { country: 'GB', currency: 'GBP' })
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const reserve = (phone: string) => ({
    body: {
      spot_id: lot.spot_ids[0] ?? '',
      payment_kind: 'NONE' as const,
      person: { phone, first_name: 'Nia' },
      ...twoHours(api),
    },
    idempotency_key: secretWord(api.ports),
  })
  await api.call(createByStaffRoute, reserve('020 7946 0123'), admin.token)
  const { rows } = await api.deps.database.pool.query(
    `select phone from users where phone = '+442079460123' and account_status = 'GHOST'`,
  )
  expect(rows).toHaveLength(1)
  expect(await api.refusal(createByStaffRoute, reserve('0000 00'), admin.token)).toMatchObject({
    status: 400,
    field: 'person.phone',
  })
  const partner = (contact_phone: string) => ({
    params: { lot_id: lot.lot_id },
    body: {
      name: 'Café',
      contact_name: null,
      contact_email: null,
      contact_phone,
      billing: 'STATEMENT' as const,
      monthly_budget_cents: null,
      is_paused: false,
    },
  })
  expect(await api.refusal(createPartnerRoute, partner('ask for Bob'), admin.token)).toMatchObject({
    status: 400,
    field: 'contact_phone',
  })
  const made = await api.call(createPartnerRoute, partner('020 7946 0321'), admin.token)
  expect(made.contact_phone).toBe('+442079460321')
})

test('accepts the region of a plate only from the list, in capitals, and keeps an older one until it is changed', async () => {
  const { token } = await aPerson(api)
  const car = await api.call(createCarRoute, { body: { plate: 'ABC 123', region: 'on' } }, token)
  expect(car.region).toBe('ON')
  expect(
    await api.refusal(createCarRoute, { body: { plate: 'ABC 124', region: 'ILL' } }, token),
  ).toMatchObject({
    status: 400,
    field: 'region',
    message: 'Enter the code of a state, province, or country, such as IL, or leave the field empty.',
  })
  await api.deps.database.pool.query(`update cars set region = 'ILL' where id = $1`, [car.id])
  const params = { car_id: car.id }
  expect(await api.call(patchCarRoute, { params, body: { color: 'Red' } }, token)).toMatchObject({
    region: 'ILL',
    color: 'Red',
  })
  expect((await api.call(patchCarRoute, { params, body: { region: '' } }, token)).region).toBe('')
})
