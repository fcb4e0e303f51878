import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { callerAddressHeader } from '@openspot/contract/caller.ts'
import {
  claimAccountRoute,
  openSignInLinkRoute,
  sendGuestLinkRoute,
  startGuestRoute,
} from '@openspot/contract/identity/auth.ts'
import {
  sendMyPhoneCodeRoute,
  sendPhoneCodeRoute,
  signInWithPhoneRoute,
  verifyMyPhoneRoute,
} from '@openspot/contract/identity/phone-codes.ts'
import {
  confirmSecondFactorRoute,
  startSecondFactorRoute,
} from '@openspot/contract/identity/second-factors.ts'
import { getMeRoute, listMyMembershipsRoute, patchUserRoute } from '@openspot/contract/identity/users.ts'
import {
  confirmTextNumberRoute,
  putTextNumberRoute,
} from '@openspot/contract/platform/notification-settings.ts'
import { listOutboxRoute, listOutboxTextsRoute } from '@openspot/contract/platform/outbox.ts'
import {
  PHONE_CODES_PER_BLOCK,
  PHONE_CODES_PER_DAY,
  PHONE_CODES_PER_HOUR,
  PHONE_CODES_PER_NETWORK,
} from '@openspot/core/phones/codes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signAddress } from '../../plugins/caller-address.ts'
import { type TestApi, testApi } from '../../testing/api.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aCard, anotherSession, aPerson, type Person } from '../../testing/factories/people.ts'
import { bookAs } from '../../testing/factories/reservations.ts'
import { appCode, solvedCheck, tokenSentTo } from '../../testing/sign-in.ts'

let api: TestApi
let lot: TestLot
let drawn = 0
beforeAll(async () => {
  api = await testApi({ OPENSPOT_PHONE_CODES_PER_DAY: '60' })
  lot = await aLot(api, {}, 20)
})
afterAll(() => api.close())
// Limits by address are for a day.
beforeEach(() => api.ports.advance({ hours: 25 }))

/** Each number is in a block of its own. */
const aNumber = () => `+1312${String(5_550_100 + 10_000 * (drawn++ % 400) - 3_000_000).padStart(7, '0')}`
const db = () => api.deps.database.db

/** Returns the newest text with a code; a guest gets others too. */
async function newestTextTo(phone: string): Promise<string> {
  await api.runJobs()
  const { items } = await api.call(listOutboxTextsRoute, { query: { to_phone: phone } })
  return items.find(({ body }) => body.includes('Openspot code'))?.body ?? ''
}
const codeIn = (text: string) => /^\d{6}/.exec(text)?.[0] ?? ''
const otherThan = (code: string) => (code === '000000' ? '000001' : '000000')

async function request(phone: string): Promise<{ ticket: string; code: string }> {
  const body = { phone, country: 'US', bot_check: await solvedCheck(api) }
  const { ticket } = await api.call(sendPhoneCodeRoute, { body })
  return { ticket, code: codeIn(await newestTextTo(phone)) }
}
const enter = async (phone: string, own: string | null = null) => {
  const { user, token } = await api.call(signInWithPhoneRoute, { body: await request(phone) }, own)
  return { user, token: token ?? '' }
}
async function verify(person: Person, phone: string): Promise<void> {
  const { ticket } = await api.call(sendMyPhoneCodeRoute, { body: { phone, country: 'US' } }, person.token)
  const body = { ticket, code: codeIn(await newestTextTo(phone)) }
  await api.call(verifyMyPhoneRoute, { body }, person.token)
}

describe('signing in with a number', () => {
  test('signs up an unknown one, and signs in to the same account the next time', async () => {
    const phone = aNumber()
    const first = await enter(phone)
    expect(first.user).toMatchObject({ phone, account_status: 'ACTIVE', email: null, first_name: null })
    expect(first.user.phone_verified_at).not.toBeNull()
    expect((await enter(phone)).user.id).toBe(first.user.id)
  })

  test('answers the same for a known, an unknown, a banned, and a stopped number', async () => {
    const known = aNumber()
    const banned = aNumber()
    const stopped = aNumber()
    await enter(known)
    const { user } = await enter(banned)
    await db().updateTable('users').set({ account_status: 'BANNED' }).where('id', '=', user.id).execute()
    await db()
      .insertInto('text_stops')
      .values({ phone: stopped, stopped_at: api.ports.now().toISOString() })
      .execute()
    const answers = []
    for (const phone of [known, aNumber(), banned, stopped]) {
      const body = { phone, country: 'US', bot_check: await solvedCheck(api) }
      const { ticket, ...answer } = await api.call(sendPhoneCodeRoute, { body })
      answers.push({ ...answer, length: ticket.length })
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  })

  test('needs the bot check', async () => {
    const body = { phone: aNumber(), country: 'US', bot_check: 'none' }
    expect(await api.refusal(sendPhoneCodeRoute, { body })).toMatchObject({ code: 'challenge_failed' })
  })

  test('accepts a code once', async () => {
    const body = await request(aNumber())
    await api.call(signInWithPhoneRoute, { body })
    expect(await api.refusal(signInWithPhoneRoute, { body })).toMatchObject({ code: 'text_code_wrong' })
  })

  test('rejects the right code after five wrong ones, and after ten minutes', async () => {
    const { ticket, code } = await request(aNumber())
    for (let n = 0; n < 5; n++)
      await api.refusal(signInWithPhoneRoute, { body: { ticket, code: otherThan(code) } })
    expect(await api.refusal(signInWithPhoneRoute, { body: { ticket, code } })).toMatchObject({
      code: 'text_code_wrong',
    })
    const late = await request(aNumber())
    api.ports.advance({ minutes: 10 })
    expect(await api.refusal(signInWithPhoneRoute, { body: late })).toMatchObject({ code: 'text_code_wrong' })
  })

  test('rejects a code with the ticket of another request for the same number', async () => {
    const phone = aNumber()
    const stranger = await request(phone)
    const owner = await request(phone)
    for (let n = 0; n < 5; n++)
      await api.refusal(signInWithPhoneRoute, {
        body: { ticket: stranger.ticket, code: owner.code },
      })
    // The stranger's tries do not use up those of the owner.
    await api.call(signInWithPhoneRoute, { body: owner })
  })

  test('stores neither the code nor the ticket', async () => {
    const { ticket, code } = await request(aNumber())
    const { rows } = await api.deps.database.pool.query('select phone_codes::text as row from phone_codes')
    const stored = rows.map(({ row }: { row: string }) =>
      row.replaceAll(/\+\d+|\d{4}-\d\d-\d\d[ \d:.+]*/g, ''),
    )
    expect(stored.join(' ')).not.toContain(ticket)
    expect(stored.join(' ')).not.toMatch(new RegExp(`\\b${code}\\b`))
  })

  test('ends a code with its text: nothing of it stays when it has ended', async () => {
    const phone = aNumber()
    const { code } = await request(phone)
    api.ports.advance({ hours: 48 })
    await api.deps.database.pool.query(`select graphile_worker.add_job('purge_expired')`)
    await api.runJobs()
    expect(await db().selectFrom('phone_codes').select('phone').where('phone', '=', phone).execute()).toEqual(
      [],
    )
    expect(await newestTextTo(phone)).not.toContain(code)
  })

  test('refuses a banned person, and asks for the second step', async () => {
    const phone = aNumber()
    const { user, token } = await enter(phone)
    const { secret } = await api.call(startSecondFactorRoute, {}, token)
    await api.call(confirmSecondFactorRoute, { body: { code: appCode(secret, api.ports.now()) } }, token)
    expect(await api.refusal(signInWithPhoneRoute, { body: await request(phone) })).toMatchObject({
      code: 'second_factor_required',
    })
    await db().updateTable('users').set({ account_status: 'BANNED' }).where('id', '=', user.id).execute()
    expect(await api.refusal(signInWithPhoneRoute, { body: await request(phone) })).toMatchObject({
      code: 'account_banned',
    })
  })

  test('does not sign in to an account that only typed the number', async () => {
    const phone = aNumber()
    const person = await aPerson(api)
    await api.call(patchUserRoute, { params: { user_id: person.user_id }, body: { phone } }, person.token)
    expect((await enter(phone)).user.id).not.toBe(person.user_id)
  })

  test('does not sign in to an account with an email address whose number was not used for a year', async () => {
    const phone = aNumber()
    const person = await aPerson(api)
    await verify(person, phone)
    expect((await enter(phone)).user.id).toBe(person.user_id)
    api.ports.advance({ hours: 24 * 366 })
    const other = await enter(phone)
    expect(other.user.id).not.toBe(person.user_id)
    expect(other.user.phone).toBe(phone)
  })

  test('emails the owner of an account when its number is used in a new browser', async () => {
    const phone = aNumber()
    const person = await aPerson(api)
    await verify(person, phone)
    await enter(phone)
    await api.runJobs()
    const { items } = await api.call(listOutboxRoute, { query: { to_address: person.email } })
    expect(items.map(({ subject }) => subject)).toContain('New sign-in with your phone number')
  })
})

describe('claiming with a number', () => {
  const aGhost = async (more: Record<string, unknown>) =>
    (
      await db()
        .insertInto('users')
        .values({ first_name: 'Gil', source: 'INVITE', ...more })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id

  test('makes the GHOST known by it an account, and merges the others', async () => {
    const phone = aNumber()
    const [one, two] = [await aGhost({ phone }), await aGhost({ phone })]
    await db()
      .insertInto('memberships')
      .values({ user_id: two, lot_id: lot.lot_id, role: 'MEMBER', status: 'ACTIVE' })
      .execute()
    const { user, token } = await enter(phone)
    expect(user).toMatchObject({ id: one, account_status: 'ACTIVE', first_name: 'Gil' })
    const { items } = await api.call(listMyMembershipsRoute, {}, token)
    expect(items.map(({ lot_id }) => lot_id)).toEqual([lot.lot_id])
  })

  test('ends the sessions of a guest who only typed the number before', async () => {
    const phone = aNumber()
    const ghost = await aGhost({ phone })
    const session = await anotherSession(api, ghost)
    expect((await enter(phone)).user.id).toBe(ghost)
    expect(await api.refusal(getMeRoute, {}, session)).toMatchObject({ code: 'session_ended' })
  })

  test('does not claim a guest who verified an email address and only typed the number', async () => {
    const phone = aNumber()
    const email = `typo${drawn}@people.example`
    const body = { email, first_name: 'Tia', last_name: 'Typo', bot_check: await solvedCheck(api) }
    const guest = await api.call(startGuestRoute, { body })
    await api.call(sendGuestLinkRoute, { body: { email, bot_check: await solvedCheck(api) } })
    const opened = await api.call(openSignInLinkRoute, { body: { token: await tokenSentTo(api, email) } })
    await api.call(
      patchUserRoute,
      { params: { user_id: guest.user.id }, body: { phone } },
      opened.token ?? '',
    )
    expect((await enter(phone)).user.id).not.toBe(guest.user.id)
    await api.call(claimAccountRoute, { body: {} }, opened.token ?? '')
  })
})

describe('verifying my number', () => {
  test('merges the reservations that others made for it, and lets me sign in with it', async () => {
    const phone = aNumber()
    const { id: ghost } = await db()
      .insertInto('users')
      .values({ phone, source: 'INVITE' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const holder = {
      user_id: ghost,
      token: await anotherSession(api, ghost),
      email: 'holder@people.example',
    }
    const made = await bookAs(api, holder, {
      spot_id: lot.spot_ids[0] ?? '',
      payment_method_id: await aCard(api, holder),
    })
    const person = await aPerson(api)
    await verify(person, phone)
    const params = { reservation_id: made.reservation.id }
    expect((await api.call(getReservationRoute, { params }, person.token)).id).toBe(params.reservation_id)
    expect((await enter(phone)).user.id).toBe(person.user_id)
  })

  test('refuses the number of another account, an old session, and a guest', async () => {
    const phone = aNumber()
    await enter(phone)
    const person = await aPerson(api)
    const { ticket } = await api.call(sendMyPhoneCodeRoute, { body: { phone, country: 'US' } }, person.token)
    const body = { ticket, code: codeIn(await newestTextTo(phone)) }
    expect(await api.refusal(verifyMyPhoneRoute, { body }, person.token)).toMatchObject({
      code: 'phone_taken',
    })
    api.ports.advance({ minutes: 16 })
    const other = { body: { phone: aNumber(), country: 'US' } }
    expect(await api.refusal(sendMyPhoneCodeRoute, other, person.token)).toMatchObject({
      code: 'recent_sign_in_required',
    })
    const guest = await api.call(startGuestRoute, {
      body: {
        email: `number${drawn}@people.example`,
        first_name: 'Gia',
        last_name: 'Guest',
        bot_check: await solvedCheck(api),
      },
    })
    expect(await api.refusal(sendMyPhoneCodeRoute, other, guest.token ?? '')).toMatchObject({
      code: 'account_needed',
    })
  })
})

describe('a code for one purpose', () => {
  test('is not valid for another, or for another account', async () => {
    const phone = aNumber()
    const person = await aPerson(api)
    const signIn = await request(phone)
    expect(await api.refusal(verifyMyPhoneRoute, { body: signIn }, person.token)).toMatchObject({
      code: 'text_code_wrong',
    })
    const { ticket } = await api.call(sendMyPhoneCodeRoute, { body: { phone, country: 'US' } }, person.token)
    const own = { ticket, code: codeIn(await newestTextTo(phone)) }
    expect(await api.refusal(signInWithPhoneRoute, { body: own })).toMatchObject({ code: 'text_code_wrong' })
    const { token: stranger } = await aPerson(api)
    expect(await api.refusal(verifyMyPhoneRoute, { body: own }, stranger)).toMatchObject({
      code: 'text_code_wrong',
    })
    const texts = aNumber()
    const settings = { phone: texts, country: 'US', has_consented: true as const }
    await api.call(putTextNumberRoute, { body: settings }, person.token)
    const code = codeIn(await newestTextTo(texts))
    expect(await api.refusal(verifyMyPhoneRoute, { body: { ticket, code } }, person.token)).toMatchObject({
      code: 'text_code_wrong',
    })
    expect(
      await api.refusal(confirmTextNumberRoute, { body: { code: own.code } }, person.token),
    ).toMatchObject({ code: 'text_code_wrong' })
    await api.call(verifyMyPhoneRoute, { body: own }, person.token)
  })
})

describe('limits', () => {
  /** Requests a code from an address. Returns `sent` or the code of the refusal. */
  const from = async (address: string, phone: string): Promise<string> => {
    const answer = await fetch(`${api.base}${sendPhoneCodeRoute.url}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-openspot-client': 'web',
        [callerAddressHeader]: signAddress(api.deps.secrets, address),
      },
      body: JSON.stringify((await ask(phone)).body),
    })
    return answer.ok ? 'sent' : ((await answer.json()) as { code: string }).code
  }
  const ask = async (phone: string) => ({
    body: { phone, country: 'US', bot_check: await solvedCheck(api) },
  })

  test('allow three codes an hour to a number, no matter who asks', async () => {
    const phone = aNumber()
    for (let n = 0; n < 3; n++) await api.call(sendPhoneCodeRoute, await ask(phone))
    expect(await api.refusal(sendPhoneCodeRoute, await ask(phone))).toMatchObject({
      code: 'too_many_requests',
    })
  })

  test('alert the operator at half of the codes of a day, and end at all of them', async () => {
    const alerts = () =>
      db().selectFrom('alerts').select('id').where('event', '=', 'PHONE_CODES_MANY').execute()
    const set = async (hits: number) => {
      const length = 1440 * 60_000
      const window_starts_at = new Date(Math.floor(api.ports.now().getTime() / length) * length).toISOString()
      await db().deleteFrom('rate_limits').where('bucket', '=', 'phone-code all').execute()
      await db()
        .insertInto('rate_limits')
        .values({ bucket: 'phone-code all', window_starts_at, hits })
        .execute()
    }
    await set(28)
    await api.call(sendPhoneCodeRoute, await ask(aNumber()))
    expect(await alerts()).toHaveLength(0)
    await api.call(sendPhoneCodeRoute, await ask(aNumber()))
    expect(await alerts()).toHaveLength(1)
    await set(60)
    expect(await api.refusal(sendPhoneCodeRoute, await ask(aNumber()))).toMatchObject({
      code: 'too_many_requests',
    })
  })

  test('allow eight codes a day to a number, spread over the hours', async () => {
    const phone = aNumber()
    // Days are counted from midnight.
    api.ports.advance({ minutes: 1440 - (Math.floor(api.ports.now().getTime() / 60_000) % 1440) })
    for (let n = 0; n < PHONE_CODES_PER_DAY; n++) {
      await from(`198.51.100.${n}`, phone)
      if (n % PHONE_CODES_PER_HOUR === PHONE_CODES_PER_HOUR - 1) api.ports.advance({ hours: 1 })
    }
    api.ports.advance({ hours: 1 })
    expect(await from('198.51.100.99', phone)).toBe('too_many_requests')
  })

  test('allow thirty codes a day from a network, which is a block of addresses in IPv6', async () => {
    for (let n = 0; n < PHONE_CODES_PER_NETWORK; n++) {
      expect(await from(`2001:db8:7:1:${n.toString(16)}::1`, aNumber())).toBe('sent')
    }
    expect(await from('2001:db8:7:1:ffff::1', aNumber())).toBe('too_many_requests')
    expect(await from('2001:db8:7:2::1', aNumber())).toBe('sent')
    api.ports.advance({ hours: 25 })
    expect(await from('2001:db8:7:1:ffff::1', aNumber())).toBe('sent')
  })

  test('allow forty codes a day to a block of ten thousand numbers, no matter from where', async () => {
    const block = aNumber().slice(0, -4)
    const numberIn = (n: number) => `${block}${String(n).padStart(4, '0')}`
    for (let n = 0; n < PHONE_CODES_PER_BLOCK; n++) {
      expect(await from(`203.0.113.${n}`, numberIn(n))).toBe('sent')
    }
    expect(await from('203.0.113.99', numberIn(99))).toBe('too_many_requests')
    expect(await from('203.0.113.99', aNumber())).toBe('sent')
  })
})
