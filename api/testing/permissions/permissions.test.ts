import { readFileSync } from 'node:fs'
import { connectDatabase, type Database } from '@openspot/db/database.ts'
import { isFull } from '@openspot/db/testing/depth.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type App, buildApp } from '../../app/app.ts'
import { hashToken } from '../../plugins/session.ts'
import { secretWord } from '../../ports.ts'
import { type TestApi, testApi } from '../api.ts'
import { type DescribedCall, describedBy } from '../described.ts'
import { type Everything, everythingIn } from '../factories/everything.ts'
import { aLot } from '../factories/lots.ts'
import { aCard, aMember, aPerson, type Person } from '../factories/people.ts'
import { bookAs, twoHours } from '../factories/reservations.ts'
import { asOwner } from '../owner.ts'
import { type Caller, expectedOf, type LotKind } from './expected.ts'

/** The expected access of every route, written by hand and compared with the routes' declarations. */
const table = new Map<string, string[]>(
  readFileSync(new URL('permissions.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .map(([method, path, who]) => [`${method} ${path}`, (who ?? '').split(',')]),
)

let api: TestApi
let calls: DescribedCall[]
/** A second API on a read-only database, so that allowed calls change nothing. */
let reader: { app: App; database: Database; base: string }
let lots: Record<LotKind, Everything>
let people: Record<LotKind, Record<Caller, Person | null>>

beforeAll(async () => {
  api = await testApi()
  ;({ calls } = await describedBy(api.base))
  lots = { public: await everythingIn(api, false), private: await everythingIn(api, true) }
  const other = await aLot(api)
  const everywhere = {
    anonymous: null,
    user: await aPerson(api),
    platform_admin: await aPerson(api, { roles: ['OPENSPOT_ADMIN'] }),
    other_member: await aMember(api, other.lot_id, 'MEMBER'),
    other_patroller: await aMember(api, other.lot_id, 'PATROLLER'),
    other_admin: await aMember(api, other.lot_id, 'ADMIN'),
    other_super_admin: await aMember(api, other.lot_id, 'SUPER_ADMIN'),
  }
  const of = async ({ lot: { lot_id }, ids, resource_owner, host, former_host }: Everything) => ({
    ...everywhere,
    admin_of_both: await anAdminOf(lot_id, ids['from_lot_id'] ?? ''),
    resource_owner,
    host,
    former_host,
    member: await aMember(api, lot_id, 'MEMBER'),
    patroller: await aMember(api, lot_id, 'PATROLLER'),
    admin: await aMember(api, lot_id, 'ADMIN'),
    super_admin: await aMember(api, lot_id, 'SUPER_ADMIN'),
  })
  people = { public: await of(lots.public), private: await of(lots.private) }
  reader = await aReader()
})
afterAll(async () => {
  await reader?.app.close()
  await reader?.database.close()
  await asOwner(
    api,
    `do $$ begin if exists (select from pg_roles where rolname = '${readerRole()}') then drop owned by ${readerRole()}; drop role ${readerRole()}; end if; end $$`,
  )
  await api.close()
})

async function anAdminOf(lot_id: string, other_lot_id: string): Promise<Person> {
  const person = await aMember(api, lot_id, 'ADMIN')
  await api.deps.database.pool.query(
    `insert into memberships (lot_id, user_id, role, status) values ($1, $2, 'ADMIN', 'ACTIVE')`,
    [other_lot_id, person.user_id],
  )
  return person
}

const readerRole = () => `reader_${new URL(api.deps.database.url).pathname.slice(1)}`

/** Creates an API whose database role may only read and count rate limits. */
async function aReader(): Promise<typeof reader> {
  const { database } = api.deps
  const url = new URL(database.url)
  const role = readerRole()
  await asOwner(
    api,
    `
    create role ${role} login password '${role}';
    grant usage on schema public, graphile_worker to ${role};
    grant select on all tables in schema public, graphile_worker to ${role};
    grant select, insert, update on rate_limits to ${role};
    grant execute on all functions in schema public to ${role}`,
  )
  url.username = role
  url.password = role
  const own = await connectDatabase(url.href)
  const app = await buildApp({ ...api.deps, database: own })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('It listens nowhere.')
  return { app, database: own, base: `http://127.0.0.1:${address.port}` }
}

let asked = 0
interface Answer {
  status: number
  code: string | null
  text: string
}

/** Calls a route as a person. The body names the subject if it belongs there and nothing else, so it is invalid. */
async function make(
  { method, path, subject, other_lot, hasBody }: DescribedCall,
  ids: Record<string, string>,
  by: Person | null,
  base = reader.base,
): Promise<Answer> {
  const idOf = (name: string) => ids[name] ?? fixed[name] ?? ''
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_all, name: string) => idOf(name)),
    base,
  )
  const body: Record<string, string> = {}
  const [first] = subject
  if (first?.in === 'querystring') url.searchParams.set(first.name, idOf(first.name))
  if (first?.in === 'body') body[first.name] = idOf(first.name)
  if (other_lot?.in === 'body') body[other_lot.name] = idOf(other_lot.name)
  asked += 1
  const stop = new AbortController()
  const answer = await fetch(url, {
    method,
    signal: stop.signal,
    headers: {
      'x-openspot-client': 'app',
      // Rate limits count by IP address, so every call uses another one.
      'x-forwarded-for': `10.${(asked >> 16) & 255}.${(asked >> 8) & 255}.${asked & 255}`,
      'idempotency-key': `try-${asked}`,
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(by ? { authorization: `Bearer ${by.token}` } : {}),
    },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  })
  if (answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    stop.abort()
    return { status: answer.status, code: null, text: '' }
  }
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') && text !== ''
  const said = isJson ? (JSON.parse(text) as { code?: string; request_id?: string }) : {}
  return { status: answer.status, code: said.code ?? null, text: text.replace(said.request_id ?? '', '') }
}

const fixed: Record<string, string> = { year: '2026', from: '2026-03-01', to: '2026-03-02' }
const refusals = ['sign_in_required', 'session_ended', 'forbidden', 'not_found', 'account_banned']

/**
 * Whether \`npm test\` makes a call as well, of every route. In a private lot, a stranger who is super admin of another lot
 * stands for those with a smaller role there, and a public lot matters to those who aren't in it.
 */
const isDaily = (kind: LotKind, caller: Caller) =>
  kind === 'private'
    ? !['other_member', 'other_patroller', 'other_admin'].includes(caller)
    : ['anonymous', 'user', 'member'].includes(caller)

test('lists every route of the document with the access in the table', () => {
  const names = calls.map(({ name }) => name).toSorted()
  expect(names).toEqual([...table.keys()].toSorted())
  for (const { name, access } of calls) {
    expect(access.toSorted(), name).toEqual((table.get(name) ?? []).toSorted())
  }
})

test('answers every route for every role in a public and a private lot as the table says', async () => {
  const wrong: string[] = []
  for (const call of calls) {
    for (const kind of ['public', 'private'] as const) {
      const { ids, host, resource_owner } = lots[kind]
      for (const [caller, person] of Object.entries(people[kind]) as [Caller, Person | null][]) {
        if (!isFull && !isDaily(kind, caller)) continue
        // A spot and its availability rules belong to the assignee.
        const isOfSpot = ['spot', 'availability'].includes(call.subject[0]?.kind ?? '')
        const by = caller === 'resource_owner' ? (isOfSpot ? host : resource_owner) : person
        const expected = expectedOf(table.get(call.name) ?? [], call.subject[0] ?? null, caller, kind)
        const answer = await make(call, ids, by)
        const got = refusals.includes(answer.code ?? '') ? answer.code : 'allowed'
        if (got !== expected) {
          wrong.push(`${call.name} by ${caller} of a ${kind} lot: ${answer.status} ${got}, not ${expected}`)
        }
      }
    }
  }
  expect(wrong).toEqual([])
}, 300_000)

/** All that a guest's link may do, besides what anyone may. A call that is added here may be made by everyone to whom an email is forwarded. */
const callsOfLinks = [
  'GET /api/v2/reservations/{reservation_id}/apple-pass',
  'GET /api/v2/reservations/{reservation_id}/arrival',
  'GET /api/v2/reservations/{reservation_id}/calendar-file',
  'GET /api/v2/reservations/{reservation_id}/gates',
  'GET /api/v2/reservations/{reservation_id}/gates/{gate_id}/open/status',
  'GET /api/v2/reservations/{reservation_id}/google-pass',
  'GET /api/v2/reservations/{reservation_id}/pass',
  'POST /api/v2/reservations/{reservation_id}/gates/{gate_id}/open',
  'POST /api/v2/reservations/{reservation_id}/pass/confirmations',
]

test('lets a guest’s link make a few calls about its own reservation, and refuses it every other call', async () => {
  const wrong: string[] = []
  for (const kind of ['public', 'private'] as const) {
    const links = [
      ['its own', await aLinkTo(kind, 'its own')],
      ['another', await aLinkTo(kind, 'another')],
    ] as const
    for (const call of calls) {
      const grants = table.get(call.name) ?? []
      const stranger = expectedOf(grants, call.subject[0] ?? null, 'anonymous', kind)
      const isOpen = grants.some((grant) => grant.startsWith('anonymous'))
      for (const [whose, link] of links) {
        const isOwn = whose === 'its own' && callsOfLinks.includes(call.name)
        const expected = isOwn ? 'allowed' : isOpen ? stranger : 'session_ended'
        const answer = await make(call, lots[kind].ids, link)
        const got = refusals.includes(answer.code ?? '') ? answer.code : 'allowed'
        if (got !== expected)
          wrong.push(
            `${call.name} of a ${kind} lot by a link to ${whose} reservation: ${got}, not ${expected}`,
          )
      }
    }
  }
  expect(wrong).toEqual([])
  const listed = calls.filter(({ access }) => access.includes('link_holder')).map(({ name }) => name)
  expect(listed.toSorted()).toEqual(callsOfLinks)
}, 300_000)

/** A device on which a link is open: to the reservation that calls are about, or to another one in the same lot. */
async function aLinkTo(kind: LotKind, which: 'its own' | 'another'): Promise<Person> {
  const token = secretWord(api.ports, 43)
  const { lot, ids } = lots[kind]
  const reservation_id = which === 'its own' ? ids['reservation_id'] : await bookedByMember(kind)
  await api.deps.database.pool.query(
    `insert into link_sessions (token_hash, lot_id, reservation_id, created_at, expires_at)
     values ($1, $2, $3, $4, $4::timestamptz + interval '30 days')`,
    [hashToken(token), lot.lot_id, reservation_id, api.ports.now().toISOString()],
  )
  return { user_id: '', email: '', token }
}

async function bookedByMember(kind: LotKind): Promise<string> {
  const member = people[kind].member ?? expect.fail('There is no member.')
  const order = {
    spot_id: lots[kind].lot.spot_ids.at(-1) ?? '',
    payment_method_id: await aCard(api, member),
    ...twoHours(api, 30),
  }
  return (await bookAs(api, member, order)).reservation.id
}

test('treats pending and former members as strangers and rejects banned users and ended sessions', async () => {
  const wrong: string[] = []
  for (const kind of isFull ? (['public', 'private'] as const) : (['private'] as const)) {
    const { lot, ids } = lots[kind]
    const standing = (status: string) => aPersonWho(lot.lot_id, status)
    const callers: [string, Person][] = [
      ...(await Promise.all(
        ['PENDING', 'REJECTED', 'REMOVED', 'DELETED'].map(
          async (status): Promise<[string, Person]> => [status, await standing(status)],
        ),
      )),
      ['session_ended', await aPersonWithout('session', lot.lot_id)],
      ['account_banned', await aPersonWithout('account', lot.lot_id)],
    ]
    for (const call of calls) {
      const grants = table.get(call.name) ?? []
      const isOpen = grants.some((grant) => grant.startsWith('anonymous'))
      for (const [who, by] of callers) {
        const isOut = who === 'session_ended' || who === 'account_banned'
        const as = expectedOf(grants, call.subject[0] ?? null, isOut ? 'anonymous' : 'user', kind)
        const expected = isOut && !isOpen ? who : as
        const answer = await make(call, ids, by)
        const got = refusals.includes(answer.code ?? '') ? answer.code : 'allowed'
        if (got !== expected) wrong.push(`${call.name} by ${who} of a ${kind} lot: ${got}, not ${expected}`)
      }
    }
  }
  expect(wrong).toEqual([])
}, 300_000)

/** Creates a person who would be the lot's SUPER_ADMIN if not for the status of their membership. */
async function aPersonWho(lot_id: string, status: string): Promise<Person> {
  const person = await aPerson(api)
  await api.deps.database.pool.query(
    `insert into memberships (lot_id, user_id, role, status) values ($1, $2, 'SUPER_ADMIN', $3::membership_status)`,
    [lot_id, person.user_id, status],
  )
  return person
}

async function aPersonWithout(what: 'session' | 'account', lot_id: string): Promise<Person> {
  const person = await aMember(api, lot_id, 'SUPER_ADMIN')
  await api.deps.database.pool.query(
    what === 'session'
      ? 'update sessions set expires_at = signed_in_at where user_id = $1'
      : `update users set account_status = 'BANNED' where id = $1`,
    [person.user_id],
  )
  return person
}

test('answers identically for a hidden subject and an unknown one', async () => {
  const unknown = Object.fromEntries(
    Object.keys(lots.private.ids).map((name) => [
      name,
      name === 'public_id' ? 'A'.repeat(24) : api.ports.id(),
    ]),
  )
  const told: string[] = []
  for (const call of calls.filter(({ subject }) => subject.length > 0)) {
    for (const caller of ['anonymous', 'user', 'other_super_admin'] as const) {
      const by = people.private[caller]
      const hidden = await make(call, lots.private.ids, by)
      if (hidden.code !== 'not_found') continue
      const absent = await make(call, unknown, by)
      if (absent.text !== hidden.text || absent.status !== hidden.status) {
        told.push(`${call.name} by ${caller}: ${hidden.text} where it is, ${absent.text} where it is not`)
      }
    }
  }
  expect(told).toEqual([])
}, 120_000)

test('rejects a path whose second id does not belong to the first one', async () => {
  const strange: string[] = []
  const twofold = calls.filter(({ path, hasBody }) => !hasBody && (path.match(/_id\}/g)?.length ?? 0) > 1)
  for (const call of twofold) {
    const [first = '', ...more] = [...call.path.matchAll(/\{(\w+_id)\}/g)].map(([, name]) => name ?? '')
    // The caller may do anything in the first lot, and also in the second one, to which the resource belongs.
    for (const by of [
      people.public.super_admin,
      people.public.platform_admin,
      people.public.resource_owner,
    ]) {
      const ids = { ...lots.public.ids }
      for (const name of more) ids[name] = lots.private.ids[name] ?? api.ports.id()
      const answer = await make(call, ids, by, api.base)
      if (!['not_found', 'forbidden'].includes(answer.code ?? '')) {
        strange.push(
          `${call.name} with another's ${more.join()} beside ${first}: ${answer.status} ${answer.text}`,
        )
      }
    }
  }
  expect(strange).toEqual([])
})
