import { openSignInLinkRoute, sendSignInLinkRoute, signUpRoute } from '@openspot/contract/identity/auth.ts'
import {
  declineInviteRoute,
  listInvitesRoute,
  listMyInvitesRoute,
  previewInviteRoute,
  resendInviteRoute,
  revokeInviteRoute,
} from '@openspot/contract/people/invites.ts'
import { patchMembershipRoute } from '@openspot/contract/people/memberships.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApi, testApi } from '../../testing/api.ts'
import {
  accept,
  acceptRefusal,
  invite,
  inviteRefusal,
  tokenIn,
  tokenTo,
} from '../../testing/factories/invites.ts'
import { aLot, type TestLot } from '../../testing/factories/lots.ts'
import { aPlaced, auditOf, type Placed, toldTo } from '../../testing/factories/memberships.ts'
import { aMember, aPerson, type Person } from '../../testing/factories/people.ts'
import { solvedCheck, tokenSentTo } from '../../testing/sign-in.ts'

let api: TestApi
let lot: TestLot
let admin: Person
let owner: Placed
beforeAll(async () => {
  api = await testApi()
})
beforeEach(async () => {
  lot = await aLot(api)
  admin = await aMember(api, lot.lot_id, 'ADMIN')
  owner = await aPlaced(api, lot.lot_id, { role: 'SUPER_ADMIN' })
})
afterAll(() => api.close())

const look = (token: string, by: Person | null) =>
  api.call(previewInviteRoute, { body: { token } }, by?.token ?? null)
const setUser = (person: Person, patch: object) =>
  api.deps.database.db.updateTable('users').set(patch).where('id', '=', person.user_id).execute()

const sourceOf = async ({ user_id }: Person) =>
  (
    await api.deps.database.pool.query<{ source: string }>('select source from users where id = $1', [
      user_id,
    ])
  ).rows[0]?.source

test('admits the verified recipient of an email invite with its role, group, and spot', async () => {
  const { db } = api.deps.database
  const { id: group_id } = await db
    .insertInto('groups')
    .values({ lot_id: lot.lot_id, name: 'Unit 7' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const guest = await aPerson(api, { first_name: 'Gus' })
  const [spot_id = ''] = lot.spot_ids
  const { lot_id } = lot
  const order = { lot_id, email: guest.email.toUpperCase(), role: 'PATROLLER', group_id, spot_id } as const
  const { url, ...made } = await invite(api, admin, order)
  // The inviting admin must not get the recipient's link.
  expect(url).toBeNull()
  expect(made.invite).toMatchObject({
    kind: 'EMAIL',
    status: 'OPEN',
    email: guest.email,
    spot: { label: 'A1' },
  })
  const token = await tokenTo(api, guest.email)
  expect(token.length).toBe(40)
  const hashes = await db.selectFrom('invites').select('token_hash').where('lot_id', '=', lot_id).execute()
  expect(hashes[0]?.token_hash.toString('utf8')).not.toContain(token)
  expect(await look(token, guest)).toMatchObject({
    way_on: 'ACCEPT',
    sent_to: guest.email,
    role: 'PATROLLER',
  })
  expect((await api.call(listMyInvitesRoute, {}, guest.token)).items).toMatchObject([{ id: made.invite.id }])
  const taken = await accept(api, guest, { token })
  expect(taken).toMatchObject({ spot_given: true, membership: { role: 'PATROLLER', group_name: 'Unit 7' } })
  const spot = await db.selectFrom('spots').selectAll().where('id', '=', spot_id).executeTakeFirstOrThrow()
  expect(spot.assigned_user_id).toBe(guest.user_id)
  expect(await toldTo(api, admin)).toEqual(['MEMBERSHIP_TAKEN'])
  expect((await acceptRefusal(api, guest, { token })).code).toBe('invite_not_usable')
  expect((await api.call(listMyInvitesRoute, {}, guest.token)).items).toEqual([])
  expect((await auditOf(api, lot_id)).map(({ action }) => action)).toEqual(['invite.create', 'invite.accept'])
})

test('signs nobody in by its link and lets only the verified recipient accept it', async () => {
  const guest = await aPerson(api)
  const other = await aPerson(api)
  const { lot_id } = lot
  const { invite: made } = await invite(api, admin, { lot_id, email: guest.email })
  const token = await tokenTo(api, guest.email)
  const seen = await look(token, null)
  expect(seen).toMatchObject({ way_on: 'SIGN_IN' })
  // Someone who finds the link must not learn the address.
  expect(seen.sent_to).not.toContain(guest.email.split('@')[0])
  expect((await look(token, other)).way_on).toBe('OTHER_ACCOUNT')
  expect((await acceptRefusal(api, other, { token })).code).toBe('invite_for_another')
  expect((await acceptRefusal(api, other, { invite_id: made.id })).status).toBe(404)
  await setUser(guest, { email_verified_at: null })
  expect((await look(token, guest)).way_on).toBe('VERIFY')
  expect((await acceptRefusal(api, guest, { token })).code).toBe('invite_needs_proof')
  expect((await acceptRefusal(api, guest, { invite_id: made.id })).status).toBe(404)
  expect((await api.call(listMyInvitesRoute, {}, guest.token)).items).toEqual([])
  // A guest who only typed the address cannot accept.
  await setUser(other, { account_status: 'GHOST' })
  expect((await acceptRefusal(api, other, { token })).code).toBe('account_needed')
  // Opening a sign-in link to the address in this session verifies it.
  await api.call(sendSignInLinkRoute, { body: { email: guest.email } })
  const proof = { body: { token: await tokenSentTo(api, guest.email) } }
  const proven = { ...guest, token: (await api.call(openSignInLinkRoute, proof, guest.token)).token ?? '' }
  expect(await accept(api, proven, { invite_id: made.id })).toMatchObject({
    membership: { status: 'ACTIVE' },
  })
})

test('asks a new sign-up with the invited address to verify it, not to sign in', async () => {
  const email = 'newcomer@people.example'
  await invite(api, admin, { lot_id: lot.lot_id, email })
  const token = await tokenTo(api, email)
  const person = { email, password: 'long enough word', first_name: 'Gus', last_name: 'Example' }
  const begun = await api.call(signUpRoute, { body: { ...person, bot_check: await solvedCheck(api) } })
  const seen = await api.call(previewInviteRoute, { body: { token } }, begun.token)
  expect(seen).toMatchObject({ way_on: 'VERIFY', sent_to: email })
  const proof = { body: { token: await tokenSentTo(api, email) } }
  const opened = await api.call(openSignInLinkRoute, proof, begun.token)
  const gus = { user_id: opened.user.id, token: opened.token ?? '', email }
  expect(await accept(api, gus, { token })).toMatchObject({ membership: { status: 'ACTIVE' } })
  expect(await sourceOf(gus)).toBe('INVITE')
})

test('does not count as invited who had an account before the invite', async () => {
  const known = await aPerson(api)
  await api.deps.database.pool.query('update users set created_at = $2 where id = $1', [
    known.user_id,
    new Date(api.ports.now().getTime() - 60_000).toISOString(),
  ])
  await invite(api, admin, { lot_id: lot.lot_id, email: known.email })
  await accept(api, known, { token: await tokenTo(api, known.email) })
  expect(await sourceOf(known)).toBe('ORGANIC')
})

test('offers only roles below the inviter’s own, and only while the inviter may still give them', async () => {
  const { lot_id } = lot
  const email = 'wanted@people.example'
  expect((await inviteRefusal(api, admin, { lot_id, email, role: 'ADMIN' })).code).toBe('role_above_own')
  const platform = await aPerson(api, { roles: ['OPENSPOT_ADMIN'] })
  expect((await inviteRefusal(api, platform, { lot_id, email, role: 'SUPER_ADMIN' })).code).toBe(
    'role_above_own',
  )
  const patroller = await aMember(api, lot_id, 'PATROLLER')
  const boss = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  expect((await inviteRefusal(api, patroller, { lot_id, email })).status).toBe(403)
  expect((await inviteRefusal(api, boss, { lot_id, email })).status).toBe(403)
  // A lot without an owner gets its first one from the platform.
  const fresh = await aLot(api)
  await invite(api, platform, { lot_id: fresh.lot_id, email, role: 'SUPER_ADMIN' })
  const second = await aPlaced(api, lot_id, { role: 'SUPER_ADMIN' })
  const guest = await aPerson(api)
  await invite(api, second, { lot_id, email: guest.email, role: 'SUPER_ADMIN' })
  const input = { params: { id: second.membership_id }, body: { role: 'ADMIN' as const } }
  await api.call(patchMembershipRoute, input, owner.token)
  const token = await tokenTo(api, guest.email)
  expect((await acceptRefusal(api, guest, { token })).code).toBe('invite_not_usable')
})

test('limits the uses of a shared link, also concurrently, and lets it create plain members only', async () => {
  const { lot_id } = lot
  for (const more of [{ role: 'PATROLLER' as const }, { spot_id: lot.spot_ids[0] ?? '' }]) {
    expect(await inviteRefusal(api, owner, { lot_id, ...more })).toMatchObject({
      field: Object.keys(more)[0],
    })
  }
  const made = await invite(api, admin, { lot_id, max_uses: 3 })
  const token = tokenIn(made.url)
  const people = await Promise.all(Array.from({ length: 8 }, () => aPerson(api)))
  const ends = await Promise.allSettled(people.map((person) => accept(api, person, { token })))
  expect(ends.filter(({ status }) => status === 'fulfilled').length).toBe(3)
  const { items } = await api.call(listInvitesRoute, { query: { lot_id } }, admin.token)
  expect(items).toMatchObject([{ uses: 3, max_uses: 3, status: 'ACCEPTED' }])
  const again = tokenIn((await invite(api, admin, { lot_id, max_uses: 2 })).url)
  const out = await aPlaced(api, lot_id, { status: 'REMOVED' })
  expect((await acceptRefusal(api, out, { token: again })).code).toBe('join_refused')
  // An existing member does not use the link up.
  expect((await look(again, admin)).way_on).toBe('MEMBER')
  expect((await acceptRefusal(api, admin, { token: again })).code).toBe('already_member')
  const all = await api.call(listInvitesRoute, { query: { lot_id, status: 'OPEN' } }, admin.token)
  expect(all.items).toMatchObject([{ uses: 0 }])
})

test('replaces the link on resending and rejects revoked, declined, and expired invites', async () => {
  const guest = await aPerson(api)
  const { lot_id } = lot
  const { invite: made } = await invite(api, admin, { lot_id, email: guest.email })
  const first = await tokenTo(api, guest.email)
  expect((await inviteRefusal(api, admin, { lot_id, email: guest.email })).code).toBe('already_invited')
  api.ports.advance({ days: 15 })
  expect((await look(first, guest)).way_on).toBe('NONE')
  const at = { params: { invite_id: made.id } }
  expect((await api.call(resendInviteRoute, at, admin.token)).invite).toMatchObject({
    sent_count: 2,
    status: 'OPEN',
  })
  expect((await acceptRefusal(api, guest, { token: first })).code).toBe('invite_not_usable')
  await api.call(revokeInviteRoute, at, admin.token)
  const token = await tokenTo(api, guest.email)
  expect((await acceptRefusal(api, guest, { token })).code).toBe('invite_not_usable')
  expect((await api.refusal(resendInviteRoute, at, admin.token)).code).toBe('invite_not_usable')
  const { invite: next } = await invite(api, admin, { lot_id, email: guest.email })
  await api.call(declineInviteRoute, { body: { invite_id: next.id } }, guest.token)
  const { items } = await api.call(listInvitesRoute, { query: { lot_id } }, admin.token)
  expect(items.map(({ status }) => status)).toEqual(['DECLINED', 'REVOKED'])
  const elsewhere = await aMember(api, (await aLot(api)).lot_id, 'SUPER_ADMIN')
  for (const call of [resendInviteRoute, revokeInviteRoute]) {
    expect(await api.refusal(call, at, elsewhere.token)).toMatchObject({ status: 404 })
  }
})

test('never lowers a role and revokes invites made before a removal', async () => {
  const { lot_id } = lot
  const other = await aPlaced(api, lot_id, { role: 'ADMIN' })
  expect((await inviteRefusal(api, admin, { lot_id, email: other.email })).code).toBe('already_member')
  const guest = await aPlaced(api, lot_id, { status: 'PENDING' })
  await invite(api, owner, { lot_id, email: guest.email })
  const change = { params: { id: guest.membership_id }, body: { status: 'REMOVED' as const } }
  await api.call(patchMembershipRoute, change, admin.token)
  const old = await tokenTo(api, guest.email)
  expect((await acceptRefusal(api, guest, { token: old })).code).toBe('invite_not_usable')
  await invite(api, owner, { lot_id, email: guest.email })
  const token = await tokenTo(api, guest.email)
  expect(await accept(api, guest, { token })).toMatchObject({ membership: { status: 'ACTIVE' } })
  // The recipient became an admin while the invite was open.
  const late = await aPerson(api)
  await invite(api, owner, { lot_id, email: late.email })
  await api.deps.database.db
    .insertInto('memberships')
    .values({ lot_id, user_id: late.user_id, role: 'ADMIN', status: 'ACTIVE' })
    .execute()
  const taken = await accept(api, late, { token: await tokenTo(api, late.email) })
  expect(taken.membership.role).toBe('ADMIN')
})

test('does not assign a spot that was assigned to another member in the meantime', async () => {
  const { lot_id } = lot
  const [spot_id = ''] = lot.spot_ids
  const guest = await aPerson(api)
  await invite(api, admin, { lot_id, email: guest.email, spot_id })
  const { db } = api.deps.database
  await db.updateTable('spots').set({ assigned_user_id: admin.user_id }).where('id', '=', spot_id).execute()
  expect(await accept(api, guest, { token: await tokenTo(api, guest.email) })).toMatchObject({
    spot_given: false,
    membership: { status: 'ACTIVE' },
  })
  expect(await inviteRefusal(api, admin, { lot_id, email: 'x@people.example', spot_id })).toMatchObject({
    field: 'spot_id',
  })
  const foreign = await aLot(api)
  const mixed = { lot_id, email: 'x@people.example', spot_id: foreign.spot_ids[0] ?? '' }
  expect(await inviteRefusal(api, admin, mixed)).toMatchObject({ status: 400, field: 'spot_id' })
})

test('lets only a user with the verified number accept a phone invite', async () => {
  const { lot_id } = lot
  expect(await inviteRefusal(api, admin, { lot_id, phone: '12345' })).toMatchObject({
    field: 'phone',
    message: 'This phone number is too short. Check whether a digit is missing.',
  })
  const made = await invite(api, admin, { lot_id, phone: '(312) 555-0188' })
  expect(made.invite).toMatchObject({ kind: 'PHONE', phone: '+13125550188' })
  const token = tokenIn(made.url)
  const guest = await aPerson(api)
  await setUser(guest, { phone: '+13125550188' })
  expect((await acceptRefusal(api, guest, { token })).code).toBe('invite_needs_proof')
  await setUser(guest, { phone_verified_at: api.ports.now().toISOString() })
  expect(await accept(api, guest, { token })).toMatchObject({ membership: { status: 'ACTIVE' } })
})

test('offers to prove the number of a phone invite to an account without a verified one, and does not reveal it', async () => {
  const { lot_id } = lot
  const made = await invite(api, admin, { lot_id, phone: '(312) 555-0189' })
  const token = tokenIn(made.url)
  const person = await aPerson(api)
  expect(await look(token, person)).toMatchObject({ way_on: 'VERIFY', sent_to: '+13…89' })
  await setUser(person, { phone: '+13125550189' })
  expect(await look(token, person)).toMatchObject({ way_on: 'VERIFY', sent_to: '+13125550189' })
  await setUser(person, { phone: '+13125550190', phone_verified_at: api.ports.now().toISOString() })
  expect(await look(token, person)).toMatchObject({ way_on: 'OTHER_ACCOUNT', sent_to: '+13…89' })
})
