import { editReservationRoute } from '@openspot/contract/booking/reservation-changes.ts'
import { listPaymentMethodsRoute } from '@openspot/contract/money/payment-methods.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { countStatementsWith } from '../../testing/count-statements.ts'
import { aGuest, newGuestEmail, openLink, seePass } from '../../testing/factories/guests.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'

let api: TestApi
let lot: TestLot
beforeAll(async () => {
  api = await testApi()
  lot = await aLot(api, {}, 60)
})
afterAll(() => api.close())

test('a linked pass shows each invoice with its own lines, which one statement reads', async () => {
  const guest = await aGuest(api, lot.lot_id, { email: newGuestEmail(api) })
  const { reservation_id } = guest
  const { token } = await openLink(api, guest.link)
  const { ends_at } = await seePass(api, reservation_id, token)
  const later = new Date(Date.parse(ends_at ?? '') + 3_600_000).toISOString()
  const [card] = (await api.call(listPaymentMethodsRoute, {}, guest.token)).items
  await api.call(
    editReservationRoute,
    {
      body: { reservation_id, ends_at: later, difference_cents: 400, payment_method_id: card?.id ?? '' },
      idempotency_key: secretWord(api.ports),
    },
    guest.token,
  )
  const read = await countStatementsWith('from "invoice_lines"', async () => {
    const { payments } = await seePass(api, reservation_id, token)
    expect(payments).toHaveLength(2)
    for (const { lines, total_cents } of payments) {
      expect(lines.length).toBeGreaterThan(0)
      expect(lines.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(total_cents)
    }
  })
  expect(read).toBe(1)
})
