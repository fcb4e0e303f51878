import type { Resident } from '@openspot/property-systems-stand-in/residents.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailDelivery } from '../../jobs/deliver-email.ts'
import { paymentDepsOf } from '../../jobs/payment-deps.ts'
import type { TestApi } from '../../testing/api.ts'
import { type MailServer, mailServer } from '../../testing/mail-server.ts'
import { wayOf } from '../connectors/testing/vendors.ts'
import { importResidents } from './run-import.ts'
import { living, outcomesOf } from './testing/scenarios.ts'
import { aConnectedLot, type Source, type Stand, startStand } from './testing/source.ts'

/** What mail servers answer for an address; who has none gets emails. */
const refused = new Map<string, string>()
let stand: Stand
let api: TestApi
let mail: MailServer
beforeAll(async () => {
  mail = await mailServer(0, refused)
  stand = await startStand()
  api = stand.api
})
afterAll(async () => {
  await stand.close()
  await mail.close()
})

const connect = () => aConnectedLot(stand, wayOf('REALPAGE_RPX'))
/** Imports residents and sends nothing. Returns the action and codes of each, by last name. */
async function outcomesFor(source: Source, residents: readonly Partial<Resident>[]) {
  source.serve(residents)
  const { id } = await source.start()
  const { messaging, secrets, vendors, traffic } = api.deps
  await importResidents({ ...paymentDepsOf(api.deps), messaging, secrets, vendors, traffic }, id)
  return outcomesOf(await source.rows(id))
}
/** Tries to send all emails to an address that were not sent. */
async function deliverTo(address: string): Promise<void> {
  const deliver = emailDelivery({ ...api.deps, settings: { ...api.deps.settings, smtp_url: mail.url } })
  const { rows } = await api.deps.database.pool.query(
    `select id from emails where to_address = $1 and state in ('WAITING', 'FAILED')`,
    [address],
  )
  for (const { id } of rows) await deliver(id, '0').catch(() => null)
}

test.each([
  ['550 5.1.1 No such user', true],
  ['551 User not local', true],
  ['550 5.7.1 Blocked by our policy', false],
  ['452 4.2.2 Mailbox full', false],
])(
  'after an email got the answer "%s", an import takes its address for undeliverable: %s',
  async (reply, is_undeliverable) => {
    const source = await connect()
    const name = `Answer${String.fromCodePoint(65 + refused.size)}`
    const one = living(name, { phone: '' })
    const email = one.email ?? ''
    refused.set(email, reply)
    expect(await outcomesFor(source, [one])).toEqual({ [name]: [['CREATE']] })
    await deliverTo(email)
    const codes = is_undeliverable ? ['INVALID_EMAIL'] : []
    // The resident keeps access, and staff see why the invitation did not arrive.
    expect(await outcomesFor(source, [one])).toEqual({ [name]: [['UNCHANGED', ...codes]] })
    const elsewhere = await connect()
    expect(await outcomesFor(elsewhere, [one])).toEqual({
      [name]: [is_undeliverable ? ['BLOCK', 'INVALID_EMAIL', 'PHONE_OR_EMAIL_REQUIRED'] : ['CREATE']],
    })
  },
)

test('an address that no email reached is used again after one did, and until then its resident is invited by text', async () => {
  const one = living('Unreached')
  const email = one.email ?? ''
  refused.set(email, '550 5.1.1 No such user')
  expect(await outcomesFor(await connect(), [one])).toEqual({ Unreached: [['CREATE']] })
  await deliverTo(email)
  const by_text = await connect()
  expect(await outcomesFor(by_text, [one])).toEqual({ Unreached: [['CREATE', 'INVALID_EMAIL']] })
  const { rows } = await api.deps.database.pool.query('select kind, email from invites where lot_id = $1', [
    by_text.lot_id,
  ])
  expect(rows).toEqual([{ kind: 'PHONE', email: null }])
  refused.delete(email)
  await deliverTo(email)
  expect(await outcomesFor(await connect(), [one])).toEqual({ Unreached: [['CREATE']] })
})
