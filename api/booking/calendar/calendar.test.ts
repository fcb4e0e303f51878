import {
  cancelReservationRoute,
  getCancellationRoute,
} from '@openspot/contract/booking/reservation-changes.ts'
import { getCalendarFileRoute, getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { getOutboxCalendarFileRoute, listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import { shortCode } from '@openspot/core/reservations/short-code.ts'
import { readCalendar } from '@openspot/core/testing/icalendar.ts'
import { formatInFullWithZone, formatReservationInFull } from '@openspot/core/time/format.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import { sendDueNotices } from '../../platform/notifications/notify.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs, twoHours } from '../../testing/factories/reservations.ts'
import { type MailServer, mailServer } from '../../testing/mail-server.ts'

let api: TestApi
let mail: MailServer
let lot: TestLot
beforeAll(async () => {
  mail = await mailServer()
  api = await testApi({ SMTP_URL: mail.url })
  lot = await aLot(api, { name: 'Wells; Street, Garage' }, 8)
})
afterAll(async () => {
  await api.close()
  await mail.close()
})

async function aBooked() {
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  // Late enough that it can still be canceled for free.
  const { reservation } = await bookAs(api, driver, {
    lot_id: lot.lot_id,
    payment_method_id,
    ...twoHours(api, 30),
  })
  await api.runJobs()
  return { driver, reservation }
}
const fileOf = async (reservation_id: string, { token }: Person) => {
  const file = await api.call(getCalendarFileRoute, { params: { reservation_id } }, token)
  return { file, event: readCalendar(await file.text()).events[0] ?? expect.fail('no event') }
}
const basic = (at: string) => at.replaceAll(/[-:]|\.\d+/g, '')

describe('the calendar file', () => {
  test('has the spot, the place, and the times of the reservation in UTC, and opens in a calendar', async () => {
    const { driver, reservation } = await aBooked()
    const { file, event } = await fileOf(reservation.id, driver)
    expect(file.type).toMatch(/^text\/calendar; ?charset=utf-8$/)
    expect(file.name).toBe(`openspot-${shortCode(reservation.id)}.ics`)
    expect(event).toMatchObject({
      UID: `${reservation.id}@openspot`,
      STATUS: 'CONFIRMED',
      DTSTART: basic(reservation.starts_at),
      DTEND: basic(reservation.ends_at ?? ''),
      DTSTAMP: basic(api.ports.now().toISOString()),
      SUMMARY: `Parking at Wells; Street, Garage, spot ${reservation.spot.label}`,
    })
    expect(event['DESCRIPTION']).toContain(`Confirmation number ${shortCode(reservation.id)}`)
    expect(event['DESCRIPTION']).toContain(`/me/reservations/${reservation.id}`)
    expect(event['LOCATION']).toContain('Wells; Street, Garage')
  })

  test.each([
    ['America/Chicago', 'Central Time'],
    ['Asia/Tokyo', 'Japan Standard Time'],
  ])('says the times by the clock of the lot too, in %s', async (time_zone, named) => {
    const { driver, reservation } = await aBooked()
    const { pool } = api.deps.database
    await pool.query('update lots set time_zone = $2 where id = $1', [lot.lot_id, time_zone])
    const { event } = await fileOf(reservation.id, driver)
    await pool.query(`update lots set time_zone = 'America/Chicago' where id = $1`, [lot.lot_id])
    const when = formatReservationInFull(reservation, { zone: time_zone, locale: 'en-US' }, String)
    expect(when).toContain(named)
    expect(event['DESCRIPTION']).toContain(`Times at the lot: ${when}`)
  })

  test('of a canceled reservation has the same UID, a higher SEQUENCE, and says that it is canceled', async () => {
    const { driver, reservation } = await aBooked()
    const { event: before } = await fileOf(reservation.id, driver)
    await cancel(reservation.id, driver)
    const { event: after } = await fileOf(reservation.id, driver)
    expect(after).toMatchObject({ UID: before['UID'], STATUS: 'CANCELLED' })
    expect(Number(after['SEQUENCE'])).toBeGreaterThan(Number(before['SEQUENCE']))
  })

  test('is refused to another driver with 404', async () => {
    const { reservation } = await aBooked()
    const other = await aPerson(api)
    const params = { reservation_id: reservation.id }
    expect(await api.refusal(getCalendarFileRoute, { params }, other.token)).toMatchObject({
      code: 'not_found',
    })
  })
})

async function cancel(reservation_id: string, { token }: Person) {
  const { refund_cents } = await api.call(getCancellationRoute, { params: { reservation_id } }, token)
  await api.call(cancelReservationRoute, { params: { reservation_id }, body: { refund_cents } }, token)
  await api.runJobs()
}
const emailOf = async ({ email }: Person, kind: string) => {
  const { items } = await api.call(listOutboxRoute, { query: { to_address: email } })
  return items.find((one) => one.kind === kind) ?? expect.fail(`no ${kind} email`)
}

describe('the confirmation email', () => {
  test('has the price lines, the absolute deadline in the lot’s zone, directions, and the confirmation number', async () => {
    const { driver, reservation } = await aBooked()
    const email = await emailOf(driver, 'confirmed')
    const deadline = formatInFullWithZone(reservation.cancel_until_at ?? '', {
      zone: reservation.lot.time_zone,
      locale: 'en-US',
    })
    expect(email.body_text).toMatch(/^2 hours at \$\d+\.\d\d: \$\d+\.\d\d$/m)
    expect(email.body_text).toMatch(/^Paid: \$\d+\.\d\d$/m)
    expect(email.body_text).toContain(`Free cancellation until: ${deadline}`)
    expect(email.body_text).toContain(`Confirmation number: ${shortCode(reservation.id)}`)
    expect(email.body_text).toMatch(/^Directions: https:\/\/www\.google\.com\/maps\/dir\//m)
    expect(email.body_html).toContain('>Directions</a>')
  })

  test('carries the calendar file, and the email of a cancellation one that cancels it', async () => {
    const { driver, reservation } = await aBooked()
    const file_name = `openspot-${shortCode(reservation.id)}.ics`
    const confirmed = await emailOf(driver, 'confirmed')
    expect(confirmed.attachments).toEqual([{ invoice_id: null, file_name }])
    const sent = mail.received.find(
      (one) => one.includes(`To: ${driver.email}`) && one.includes('text/calendar'),
    )
    expect(sent).toContain(`filename=${file_name}`)
    await cancel(reservation.id, driver)
    const canceled = await emailOf(driver, 'canceled')
    const file = await api.call(getOutboxCalendarFileRoute, { params: { email_id: canceled.id } })
    expect(readCalendar(await file.text()).events[0]?.['STATUS']).toBe('CANCELLED')
    expect(canceled.body_text).not.toContain('Directions:')
  })

  test('has no deadline once it has passed', async () => {
    const driver = await aPerson(api)
    const payment_method_id = await aCard(api, driver)
    await api.deps.database.db
      .updateTable('lots')
      .set({ cancel_until_minutes_after_start: -1440 })
      .where('id', '=', lot.lot_id)
      .execute()
    const { reservation } = await bookAs(api, driver, { lot_id: lot.lot_id, payment_method_id })
    await api.runJobs()
    expect((await emailOf(driver, 'confirmed')).body_text).not.toContain('Free cancellation')
    const params = { reservation_id: reservation.id }
    expect((await api.call(getReservationRoute, { params }, driver.token)).status).toBe('ACTIVE')
  })
})

test('a reminder has no calendar file, because nothing changed', async () => {
  const { driver, reservation } = await aBooked()
  const minutes = (Date.parse(reservation.starts_at) - api.ports.now().getTime()) / 60_000 - 20
  api.ports.advance({ minutes })
  await sendDueNotices(paymentDepsOf(api.deps))
  expect((await emailOf(driver, 'starts_soon')).attachments).toEqual([])
})
