import { patchUserRoute } from '@openspot/contract/identity/users.ts'
import { getReceiptRoute } from '@openspot/contract/money/invoices.ts'
import { directionOf, locales } from '@openspot/messages/locales.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, aPerson } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { readPdf } from '../../testing/read-pdf.ts'

let api: TestApi
let lot: TestLot

beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, locales.length)
})
afterAll(async () => {
  await api.close()
})

test.each(locales.map((locale, at) => ({ locale, at })))(
  'the receipt and the emails of a booking are in the language of the payer ($locale), with a glyph for each character',
  async ({ locale, at }) => {
    const driver = await aPerson(api, { first_name: 'Grace' })
    const { user_id } = driver
    await api.call(patchUserRoute, { params: { user_id }, body: { language: locale } }, driver.token)
    const { reservation } = await bookAs(api, driver, {
      spot_id: lot.spot_ids[at] ?? '',
      payment_method_id: await aCard(api, driver),
    })
    await api.runJobs()
    const params = { invoice_id: reservation.invoice_id ?? '' }
    const file = await api.call(getReceiptRoute, { params }, driver.token)
    const pdf = readPdf(Buffer.from(await file.arrayBuffer()))
    expect([pdf.language, pdf.missing, pdf.pages.join('').includes('\ufffd')]).toEqual([locale, 0, false])
    const { rows } = await api.deps.database.pool.query<{ body_html: string; body_text: string }>(
      'select body_html, body_text from emails where to_address = $1',
      [driver.email],
    )
    expect(rows.length).toBeGreaterThan(0)
    for (const { body_html, body_text } of rows) {
      expect(body_html).toContain(`<html lang="${locale}" dir="${directionOf(locale)}">`)
      // A message that was not translated would show its key or its arguments.
      expect(body_text).not.toMatch(/\{\w+[,}]|\b[a-z]+[A-Z]\w*\.[a-z]\w*\b/)
    }
  },
)
