import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { createPassLinkRoute, deletePassLinksRoute } from '@openspot/contract/booking/shared-passes.ts'
import { getArrivalRoute, getSharedArrivalRoute } from '@openspot/contract/lots/arrival.ts'
import { uploadMapImageRoute } from '@openspot/contract/lots/files.ts'
import { exportLotRoute, importLotRoute } from '@openspot/contract/lots/lot-export.ts'
import { getLotRoute, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { createMapRoute } from '@openspot/contract/lots/maps.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { pictureForm } from '../../testing/factories/files.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let driver: Person
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api, {}, 4)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  driver = await aPerson(api)
})
afterAll(() => api.close())

const spotAt = (n: number) => lot.spot_ids[n] ?? ''
async function book(): Promise<string> {
  const payment_method_id = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, { spot_id: spotAt(1), payment_method_id })
  return reservation.id
}
const arrivalOf = (reservation_id: string) =>
  api.call(getArrivalRoute, { params: { reservation_id } }, driver.token)
const lotAt = () => ({ params: { lot_id: lot.lot_id } })

async function drawMap(): Promise<void> {
  const body = await pictureForm(640, 480)
  const { id: file_id } = await api.call(uploadMapImageRoute, { ...lotAt(), body }, admin.token)
  const spots = [0, 1].map((n) => {
    return { spot_id: spotAt(n), x: 100 + 40 * n, y: 80, width: 30, height: 60, rotation: 0, outline: null }
  })
  const map = { name: 'Level 2', position: 1, width: 640, height: 480, file_id, spots }
  await api.call(createMapRoute, { ...lotAt(), body: map }, admin.token)
}
/** Gives spots a square outline on the ground. */
async function outline(spot_ids: readonly string[]): Promise<void> {
  const shape = JSON.stringify([
    [-87.634, 41.879],
    [-87.6339, 41.879],
    [-87.6339, 41.8791],
    [-87.634, 41.879],
  ])
  const { db } = api.deps.database
  await db
    .updateTable('spots')
    .set({ shape })
    .where('id', 'in', [...spot_ids])
    .execute()
}

describe('the plan of a reservation', () => {
  test('is the map that its spot is on, with all spots of the map', async () => {
    await drawMap()
    const { map, spots } = await arrivalOf(await book())
    expect(map?.name).toBe('Level 2')
    expect(map?.picture).not.toBeNull()
    expect(map?.spots.map(({ label }) => label)).toEqual(['A1', 'A2'])
    expect(spots).toEqual([])
  })

  test('has no picture in a private lot, because only members may see it', async () => {
    await drawMap()
    const reservation_id = await book()
    const { db } = api.deps.database
    await db.updateTable('lots').set({ is_private: true }).where('id', '=', lot.lot_id).execute()
    const { map } = await arrivalOf(reservation_id)
    expect(map).toMatchObject({ name: 'Level 2', picture: null })
    expect(map?.spots).toHaveLength(2)
  })

  test('is made of the outlines on its level if no map has the spot', async () => {
    await outline([spotAt(0), spotAt(1), spotAt(2)])
    const { db } = api.deps.database
    await db.updateTable('spots').set({ level: 3 }).where('id', '=', spotAt(2)).execute()
    const { map, spots } = await arrivalOf(await book())
    expect(map).toBeNull()
    expect(spots.map(({ label }) => label)).toEqual(['A1', 'A2'])
  })

  test('is empty if nobody has drawn the spot', async () => {
    await outline([spotAt(0)])
    expect(await arrivalOf(await book())).toEqual({ map: null, spots: [] })
  })

  test('is empty once the reservation is over', async () => {
    await drawMap()
    const reservation_id = await book()
    api.ports.advance({ hours: 24 })
    expect(await arrivalOf(reservation_id)).toEqual({ map: null, spots: [] })
  })

  test('is shown to anyone with the link of a shared pass, until the driver stops sharing', async () => {
    await drawMap()
    const params = { reservation_id: await book() }
    const { url } = await api.call(createPassLinkRoute, { params }, driver.token)
    const link = { params: { pass_token: url.split('/').at(-1) ?? '' } }
    expect((await api.call(getSharedArrivalRoute, link)).map?.name).toBe('Level 2')
    await api.call(deletePassLinksRoute, { params }, driver.token)
    expect(await api.refusal(getSharedArrivalRoute, link)).toMatchObject({ status: 404 })
  })

  test('is refused to everyone else with 404', async () => {
    await drawMap()
    const params = { reservation_id: await book() }
    const other = await aPerson(api)
    expect(await api.refusal(getArrivalRoute, { params }, other.token)).toMatchObject({ code: 'not_found' })
  })
})

describe('the contact of a lot', () => {
  const save = (body: { contact_phone?: string | null; contact_email?: string | null }) =>
    api.call(updateLotRoute, { ...lotAt(), body }, admin.token)

  test('is on the reservations of its drivers, the number in E.164 form', async () => {
    await save({ contact_phone: '(312) 755-0142', contact_email: 'Desk@Wells.example' })
    const params = { reservation_id: await book() }
    expect((await api.call(getReservationRoute, { params }, driver.token)).lot).toMatchObject({
      contact_phone: '+13127550142',
      contact_email: 'desk@wells.example',
    })
    await save({ contact_phone: null })
    expect(await api.call(getLotRoute, lotAt(), admin.token)).toMatchObject({
      contact_phone: null,
      contact_email: 'desk@wells.example',
    })
  })

  test('is refused with its field if the number or the address cannot exist', async () => {
    for (const [field, body] of [
      ['contact_phone', { contact_phone: '12' }],
      ['contact_email', { contact_email: 'desk' }],
    ] as const)
      expect(await api.refusal(updateLotRoute, { ...lotAt(), body }, admin.token)).toMatchObject({
        status: 400,
        field: expect.stringContaining(field),
      })
  })

  test('is in an export of the lot and in a lot that is created from it', async () => {
    await save({ contact_phone: '+13127550142' })
    const owner = await aMember(api, lot.lot_id, 'SUPER_ADMIN')
    const document = await api.call(exportLotRoute, { ...lotAt(), query: {} }, owner.token)
    const made = await api.call(importLotRoute, { body: { document, name: 'Copy' } }, owner.token)
    expect(made.lot.contact_phone).toBe('+13127550142')
    const { contact_phone: _p, contact_email: _e, ...details } = document.details
    const older = await api.call(
      importLotRoute,
      { body: { document: { ...document, details }, name: 'Older' } },
      (await aPerson(api)).token,
    )
    expect(older.lot.contact_phone).toBeNull()
  })
})
