import { createServer, type Server } from 'node:net'
import { adjustInvoiceRoute, payInvoiceRoute } from '@openspot/contract/money/adjustments.ts'
import { type SentReceipts, sendReceiptRoute } from '@openspot/contract/money/invoices.ts'
import { getOutboxReceiptRoute, listOutboxRoute } from '@openspot/contract/platform/outbox.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot } from '../../testing/factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { readPdf } from '../../testing/read-pdf.ts'

let api: TestApi
let mailbox: Mailbox

beforeAll(async () => {
  mailbox = await aMailbox()
  api = await testApi({ SMTP_URL: mailbox.url })
})
afterAll(async () => {
  await api.close()
  mailbox.server.close()
})

async function aReservation() {
  const lot = await aLot(api)
  const admin = await aMember(api, lot.lot_id, 'ADMIN')
  const driver = await aPerson(api)
  const payment_method_id = await aCard(api, driver)
  const { reservation } = await bookAs(api, driver, { spot_id: lot.spot_ids[0] ?? '', payment_method_id })
  await api.runJobs()
  mailbox.received.length = 0
  return { admin, driver, reservation_id: reservation.id, invoice_id: reservation.invoice_id ?? '' }
}

const send = (reservation_id: string, by: Person, key = secretWord(api.ports)): Promise<SentReceipts> =>
  api.call(sendReceiptRoute, { params: { reservation_id }, idempotency_key: key }, by.token)
const outboxOf = async ({ email }: Person) =>
  (await api.call(listOutboxRoute, { query: { to_address: email } })).items.filter(
    ({ kind }) => kind === 'receipt',
  )

test('attaches the receipt to the email and shows it in the outbox', async () => {
  const { driver, reservation_id, invoice_id } = await aReservation()
  expect(await send(reservation_id, driver)).toEqual({ to_address: driver.email, invoice_ids: [invoice_id] })
  await api.runJobs()
  const [email] = await outboxOf(driver)
  expect(email).toMatchObject({
    state: 'SENT',
    attachments: [{ invoice_id, file_name: expect.stringMatching(/^receipt-\d+\.pdf$/) }],
  })
  expect(email?.body_text).toContain(email?.attachments[0]?.file_name)
  const kept = await api.call(getOutboxReceiptRoute, { params: { email_id: email?.id ?? '', invoice_id } })
  const bytes = Buffer.from(await kept.arrayBuffer())
  expect(readPdf(bytes).missing).toBe(0)

  expect(mailbox.received).toHaveLength(1)
  const [letter = ''] = mailbox.received
  expect(letter).toContain(`To: ${driver.email}`)
  const part = letter.split('Content-Type: application/pdf')[1] ?? ''
  expect(part).toContain(`filename=${email?.attachments[0]?.file_name}`)
  const body = part.split('\r\n\r\n')[1] ?? ''
  expect(Buffer.from(body.split('--')[0] ?? '', 'base64').equals(bytes)).toBe(true)
})

test('sends the email to the payer once per idempotency key, also when staff request it', async () => {
  const { driver, admin, reservation_id } = await aReservation()
  const key = secretWord(api.ports)
  const first = await send(reservation_id, admin, key)
  expect(await send(reservation_id, admin, key)).toEqual(first)
  expect(first.to_address).toBe(driver.email)
  expect(await outboxOf(driver)).toHaveLength(1)
  // Without a key, each request is a first one.
  await api.call(sendReceiptRoute, { params: { reservation_id } }, driver.token)
  expect(await outboxOf(driver)).toHaveLength(2)
})

test('attaches every paid invoice of the reservation', async () => {
  const { driver, admin, reservation_id, invoice_id } = await aReservation()
  const { correction } = await api.call(
    adjustInvoiceRoute,
    {
      params: { invoice_id },
      body: { kind: 'CORRECTION', amount_cents: 400, reason: 'An hour longer' },
      idempotency_key: secretWord(api.ports),
    },
    admin.token,
  )
  const pay = {
    params: { invoice_id: correction?.id ?? '' },
    body: { payment_method_id: await aCard(api, driver) },
    idempotency_key: secretWord(api.ports),
  }
  await api.call(payInvoiceRoute, pay, driver.token)
  await api.runJobs()
  const { invoice_ids } = await send(reservation_id, driver)
  expect(invoice_ids).toHaveLength(2)
  mailbox.received.length = 0
  await api.runJobs()
  const letter = mailbox.received.find((one) => one.includes('receipts')) ?? ''
  expect(letter.match(/Content-Type: application\/pdf/g)).toHaveLength(2)
})

test('rejects a receipt that is not attached to the email with 404', async () => {
  const [one, other] = [await aReservation(), await aReservation()]
  await send(one.reservation_id, one.driver)
  const [email] = await outboxOf(one.driver)
  const params = { email_id: email?.id ?? '', invoice_id: other.invoice_id }
  expect((await api.refusal(getOutboxReceiptRoute, { params })).status).toBe(404)
})

test('limits receipt emails to three per hour and reservation with 429 too_many_requests', async () => {
  const { driver, admin, reservation_id } = await aReservation()
  const other = await aReservation()
  for (const by of [driver, admin, driver]) await send(reservation_id, by)
  const again = { params: { reservation_id }, idempotency_key: secretWord(api.ports) }
  expect(await api.refusal(sendReceiptRoute, again, admin.token)).toMatchObject({
    status: 429,
    code: 'too_many_requests',
  })
  expect(await outboxOf(driver)).toHaveLength(3)
  await send(other.reservation_id, other.driver)
  api.ports.advance({ hours: 1 })
  await send(reservation_id, driver)
})

test('rejects sending to a payer without an email address with 409 payer_without_email', async () => {
  const { driver, admin, reservation_id } = await aReservation()
  await api.deps.database.pool.query(
    `update users set account_status = 'GHOST', email = null, contact_email = null where id = $1`,
    [driver.user_id],
  )
  const order = { params: { reservation_id }, idempotency_key: secretWord(api.ports) }
  expect(await api.refusal(sendReceiptRoute, order, admin.token)).toMatchObject({
    status: 409,
    code: 'payer_without_email',
  })
  expect(await outboxOf(driver)).toEqual([])
})

interface Mailbox {
  url: string
  server: Server
  received: string[]
}

/** Starts a mail server that accepts every email, with as much of SMTP as that needs. */
async function aMailbox(): Promise<Mailbox> {
  const received: string[] = []
  const server = createServer((socket) => {
    let letter: string | null = null
    let rest = ''
    socket.write('220 mailbox\r\n')
    socket.on('data', (chunk) => {
      rest += chunk.toString('latin1')
      for (;;) {
        const end = letter === null ? rest.indexOf('\r\n') : rest.indexOf('\r\n.\r\n')
        if (end < 0) return
        const line = rest.slice(0, end)
        if (letter !== null) {
          received.push(line)
          letter = null
          rest = rest.slice(end + 5)
          socket.write('250 taken\r\n')
          continue
        }
        rest = rest.slice(end + 2)
        if (line === 'DATA') letter = ''
        socket.write(line === 'DATA' ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 yes\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const at = server.address()
  return { url: `smtp://127.0.0.1:${typeof at === 'object' ? at?.port : ''}`, server, received }
}
