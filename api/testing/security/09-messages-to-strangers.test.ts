import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { sendSignInLinkRoute } from '@openspot/contract/identity/auth.ts'
import { patchUserRoute } from '@openspot/contract/identity/users.ts'
import { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import {
  createInviteRoute,
  createInvitesRoute,
  resendInviteRoute,
} from '@openspot/contract/people/invites.ts'
import { listEmailReportsRoute, reportEmailRoute } from '@openspot/contract/platform/email-reports.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../api.ts'
import { aLot } from '../factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../factories/people.ts'
import { bookAs, twoHours } from '../factories/reservations.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

interface Sent {
  kind: string
  state: string
  subject: string
  body_text: string
  suppressed_because: string | null
}
const emailsTo = async (address: string) =>
  (
    await api.deps.database.pool.query<Sent>(
      'select kind, state, subject, body_text, suppressed_because from emails where to_address = $1 order by created_at, id',
      [address],
    )
  ).rows
const sentTo = async (address: string) =>
  (await emailsTo(address)).filter(({ state }) => state !== 'SUPPRESSED').length
const anAddress = () => `${secretWord(api.ports, 12).toLowerCase()}@strangers.example`
const aStaffedLot = async (more: Parameters<typeof aLot>[1] = {}) => {
  const lot = await aLot(api, more)
  return { ...lot, admin: await aMember(api, lot.lot_id, 'SUPER_ADMIN') }
}
const invite = (lot_id: string, email: string, by: Person) =>
  api.call(createInviteRoute, { body: { lot_id, email } }, by.token)

describe('finding 9: nobody can flood a stranger’s mailbox', () => {
  test('sends an address at most 3 invites per hour and 10 per day and records the suppressed ones', async () => {
    const address = anAddress()
    const ends = []
    for (let n = 0; n < 5; n++) {
      const { lot_id, admin } = await aStaffedLot()
      ends.push((await invite(lot_id, address, admin)).email)
    }
    expect(ends).toEqual(['SENT', 'SENT', 'SENT', 'ADDRESSEE_LIMIT', 'ADDRESSEE_LIMIT'])
    expect((await emailsTo(address)).map(({ suppressed_because }) => suppressed_because)).toEqual([
      null,
      null,
      null,
      'ADDRESSEE_LIMIT',
      'ADDRESSEE_LIMIT',
    ])
    for (let hour = 0; hour < 6; hour++) {
      api.ports.advance({ hours: 1, minutes: 1 })
      for (let n = 0; n < 3; n++) {
        const { lot_id, admin } = await aStaffedLot()
        await invite(lot_id, address, admin)
      }
    }
    expect(await sentTo(address)).toBe(10)
    const admin = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
    const { last_day } = await api.call(listEmailReportsRoute, { query: {} }, admin.token)
    expect(last_day.suppressed).toBeGreaterThanOrEqual(13)
  })

  test('counts typed-in reservations and invites against the same limit', async () => {
    const { lot_id, spot_ids, admin } = await aStaffedLot()
    const address = anAddress()
    await invite(lot_id, address, admin)
    for (let n = 0; n < 5; n++) {
      const body = {
        spot_id: spot_ids[0] ?? '',
        person: { email: address },
        payment_kind: 'STRIPE' as const,
        price_cents: 500,
        ...twoHours(api, 2 + n * 3),
      }
      await api.call(createByStaffRoute, { body, idempotency_key: secretWord(api.ports) }, admin.token)
    }
    await api.runJobs()
    expect(await sentTo(address)).toBe(3)
  })

  test('counts sign-in links and invites to an address separately', async () => {
    const { lot_id, admin } = await aStaffedLot()
    const owner = await aPerson(api)
    const ask = (n: number) =>
      fetch(`${api.base}${sendSignInLinkRoute.url}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-openspot-client': 'app',
          'x-forwarded-for': `192.0.${n}.1`,
        },
        body: JSON.stringify({ email: owner.email }),
      })
    await invite(lot_id, owner.email, admin)
    for (let n = 0; n < 6; n++) expect((await ask(n)).status).toBe(202)
    await api.runJobs()
    const kinds = (await emailsTo(owner.email))
      .filter(({ state }) => state !== 'SUPPRESSED')
      .map(({ kind }) => kind)
    expect(kinds).toEqual(['invite', 'sign_in', 'sign_in', 'sign_in'])
  })

  test('never suppresses emails about the recipient’s own paid reservations', async () => {
    const { spot_ids } = await aLot(api)
    const driver = await aPerson(api)
    const payment_method_id = await aCard(api, driver)
    for (let n = 0; n < 5; n++) {
      await bookAs(api, driver, {
        spot_id: spot_ids[0] ?? '',
        payment_method_id,
        ...twoHours(api, 2 + n * 3),
      })
    }
    await api.runJobs()
    const kinds = (await emailsTo(driver.email)).map(({ kind, state }) => `${kind} ${state}`)
    expect(kinds.filter((one) => one === 'confirmed SENT').length).toBe(5)
  })

  test('limits a new lot to 20 emails per day to outsiders and reports the unsent ones by row', async () => {
    const { lot_id, admin } = await aStaffedLot({ trust_level: 'NEW' })
    const rows = Array.from({ length: 25 }, () => anAddress())
    const body = { lot_id, csv: ['email', ...rows].join('\n') }
    const { items } = await api.call(createInvitesRoute, { body }, admin.token)
    const ends = items.map(({ email }) => email)
    expect(ends.filter((end) => end === 'SENT').length).toBe(20)
    expect(ends.filter((end) => end === 'LOT_LIMIT').length).toBe(5)
    // The invite exists anyway and can be sent again the next day.
    const late = items.find(({ email }) => email === 'LOT_LIMIT')
    api.ports.advance({ days: 1, minutes: 1 })
    const again = { params: { invite_id: late?.invite.id ?? '' } }
    expect(await api.call(resendInviteRoute, again, admin.token)).toMatchObject({ email: 'SENT' })
  })

  test('keeps a new lot’s name out of email subjects', async () => {
    const { lot_id, admin } = await aStaffedLot({ trust_level: 'NEW', name: 'Your account is locked' })
    const address = anAddress()
    await invite(lot_id, address, admin)
    expect((await emailsTo(address))[0]?.subject).toBe('Invite to a parking lot')
  })

  test.each([
    'Your account is locked: http://evil.example/login',
    'evil.example',
    'Parking\nBcc: everybody@people.example',
  ])('rejects the name %j for lots and people with 400', async (name) => {
    const person = await aPerson(api)
    const lot = { name, lat: 41.88, lng: -87.63 }
    expect(await api.refusal(createLotRoute, { body: lot }, person.token)).toMatchObject({
      status: 400,
      field: 'name',
    })
    const me = { params: { user_id: person.user_id }, body: { first_name: name } }
    expect(await api.refusal(patchUserRoute, me, person.token)).toMatchObject({
      status: 400,
      field: 'first_name',
    })
    const { lot_id, admin } = await aStaffedLot()
    const body = { lot_id, email: anAddress(), first_name: name }
    expect(await api.refusal(createInviteRoute, { body }, admin.token)).toMatchObject({ status: 400 })
    await expect(aLot(api, { name })).rejects.toThrow('lots_plain_name')
    await expect(aPerson(api, { first_name: name })).rejects.toThrow('users_plain_name')
  })

  test('lets the recipient report an invite once by its link, for platform admins to see', async () => {
    const { lot_id, admin } = await aStaffedLot({ name: 'Reported Lot' })
    const address = anAddress()
    await invite(lot_id, address, admin)
    const [email] = await emailsTo(address)
    const token = /\/report-email\/(\S+)/.exec(email?.body_text ?? '')?.[1] ?? ''
    const report = (note?: string) => ({ body: { token, ...(note === undefined ? {} : { note }) } })
    expect(await api.call(reportEmailRoute, report())).toEqual({ subject: 'You’re invited to Reported Lot' })
    await api.call(reportEmailRoute, report('I don’t know them.'))
    const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
    const { items } = await api.call(listEmailReportsRoute, { query: {} }, platform.token)
    expect(items.filter(({ to_address }) => to_address === address)).toMatchObject([
      { lot: { id: lot_id, name: 'Reported Lot' }, note: 'I don’t know them.' },
    ])
    const forged = { body: { token: `${lot_id}.${'x'.repeat(43)}` } }
    expect(await api.refusal(reportEmailRoute, forged)).toMatchObject({ code: 'link_not_usable' })
    expect(await api.refusal(listEmailReportsRoute, { query: {} }, admin.token)).toMatchObject({
      status: 403,
    })
  })
})
