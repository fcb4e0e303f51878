import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Stand, startStand } from '../../people/resident-imports/testing/source.ts'
import { describedBy } from '../described.ts'
import { aCar } from '../factories/memberships.ts'
import { aPerson } from '../factories/people.ts'
import { type ActingLot, byOwnImport, byOwnReservation, type Said, ways } from './acting-lots.ts'

/**
 * Which facts of a person a lot can change in each way, written by hand. Another lot knows all of these people, too, except for `only_here`,
 * whose rows show what a way changes at all. A membership is that in the other lot, with whoever holds it.
 */
const [head = [], ...table] = readFileSync(new URL('facts-of-others.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split('\t'))
const facts = head.slice(2)

/**
 * All calls of staff that name a person or a vehicle, or read something about people: the ways that make the call, or why it changes no
 * fact of a person. A new call has to be listed here, and each way has rows in the table.
 */
const calls: Record<string, readonly string[] | string> = {
  'POST /api/v1/cars/admin/lots/{lot_id}/users/{user_id}': ['edit_vehicle'],
  'PATCH /api/v1/cars/admin/lots/{lot_id}/cars/{car_id}': ['edit_vehicle'],
  'DELETE /api/v1/cars/admin/lots/{lot_id}/cars/{car_id}': ['edit_vehicle'],
  'POST /api/v2/reservations/{reservation_id}/admin/car': ['edit_vehicle'],
  'POST /api/v1/data-sources/{data_source_id}/sync': [
    'import_entrata',
    'import_realpage_rpx',
    'import_yardi',
  ],
  'PATCH /api/v1/data-sources/{data_source_id}/properties': ['import_entrata'],
  'PATCH /api/v1/data-sources/{data_source_id}': ['import_entrata'],
  'POST /api/v1/data-sources/{data_source_id}/files': ['import_csv_file', 'import_xlsx_file'],
  'POST /api/v1/data-sources/{data_source_id}/files/{resident_file_id}/import': ['import_csv_file'],
  'POST /api/v1/data-source/imports/{import_id}/apply': ['import_csv_file'],
  'POST /api/v1/data-source/imports/{import_id}/undo': ['undo_import'],
  'POST /api/v2/invites': ['invite'],
  'POST /api/v2/invites/many': ['invite'],
  'POST /api/v2/invites/{invite_id}/resend': ['invite'],
  'POST /api/v1/lots/{lot_id}/member': ['edit_member'],
  'PATCH /api/v1/lots/memberships/{id}': ['edit_member'],
  'POST /api/v2/reservations/admin': ['reserve'],
  'POST /api/v1/data-sources/{data_source_id}/check': 'checks credentials',
  'POST /api/v1/data-source/imports/{import_id}/rows/{row_no}/decision':
    'chooses among people whom the lot knows; the row is then imported as any other',
  'POST /api/v1/data-source/imports/{import_id}/discard': 'leaves a preview out',
  'POST /api/v2/invites/preview': 'reads a table',
  'DELETE /api/v2/invites/{invite_id}': 'ends an invite of the lot',
  'POST /api/v1/lots/{lot_id}/waitlist': 'is about the caller',
  'POST /api/v1/spots/{spot_id}/assignments': 'changes a spot of the lot',
  'POST /api/v1/lots/{lot_id}/spots/csv': 'reads a table of spots',
  'POST /api/v1/fines': 'fines a plate in the lot',
  'PUT /api/v2/gates/lots/{lot_id}/members/{user_id}': 'changes who opens the gates of the lot',
  'POST /api/v2/lots/{lot_id}/plate-lookups': 'reads whether a plate may park in the lot',
}

let stand: Stand
let serial = 0
beforeAll(async () => {
  stand = await startStand()
})
beforeEach(() => {
  stand.server.reset()
  serial += 1
  // Limits by address are for an hour.
  stand.api.ports.advance({ hours: 2 })
})
afterAll(() => stand.close())

const query = async <R extends object>(text: string, values: unknown[]): Promise<R[]> =>
  (await stand.api.deps.database.pool.query<R>(text, values)).rows

const number = (block: number) => `+1312555${String(block * 1000 + serial).padStart(4, '0')}`
const real = () => ({
  first_name: 'Ada',
  last_name: 'Example',
  email: `ada.${serial}@people.example`,
  phone: number(1),
})
const stranger = () => ({ email: `stranger.${serial}@people.example`, phone: number(2) })
const changed = (): Required<Said> => ({
  first_name: 'Mallory',
  last_name: 'Changed',
  email: `changed.${serial}@people.example`,
  phone: number(3),
  plate: 'TAKE 1',
})

interface Known {
  user_id: string
  /** The lot whose membership is compared. */
  lot_id: string
}

/** The person about whom a lot has said something, by a reservation or as a resident. */
async function personOf(lot_id: string): Promise<Known> {
  const [row] = await query<{ user_id: string }>(
    `select user_id from residents where lot_id = $1 union select user_id from reservations where lot_id = $1`,
    [lot_id],
  )
  if (!row) throw new Error('The lot knows nobody.')
  return { user_id: row.user_id, lot_id }
}

async function importedBy(said: Said): Promise<Known> {
  const home = await byOwnImport(stand)
  await home.say(said)
  return personOf(home.lot_id)
}
async function reservedBy(said: Said): Promise<Known> {
  const home = await byOwnReservation(stand)
  await home.say(said)
  return personOf(home.lot_id)
}

/** How the other lot comes to know the person, and what the acting lot has said before. */
const people: Record<string, (acting: ActingLot) => Promise<Known>> = {
  only_here: async (acting) => {
    await acting.describe(real())
    return personOf(acting.lot_id)
  },
  imported: () => importedBy(real()),
  reserved: () => reservedBy(real()),
  account: async () => {
    const home = await byOwnReservation(stand)
    const person = await aPerson(stand.api)
    await query('update users set phone = $2 where id = $1', [person.user_id, real().phone])
    await query(
      `insert into memberships (lot_id, user_id, status, source) values ($1, $2, 'ACTIVE', 'REQUEST')`,
      [home.lot_id, person.user_id],
    )
    await aCar(stand.api, person, 'OWN 1')
    return { user_id: person.user_id, lot_id: home.lot_id }
  },
  described_here_first: async (acting) => {
    await acting.describe(real())
    return importedBy(real())
  },
  address_planted: async (acting) => {
    await acting.describe({ ...real(), email: stranger().email })
    return importedBy(real())
  },
  number_planted: async (acting) => {
    await acting.describe({ ...real(), phone: stranger().phone })
    return importedBy(real())
  },
  reserved_address_planted: async (acting) => {
    await acting.describe({ ...real(), email: stranger().email })
    const { email: _email, ...said } = real()
    return reservedBy(said)
  },
  reserved_number_planted: async (acting) => {
    await acting.describe({ ...real(), phone: stranger().phone })
    const { phone: _phone, ...said } = real()
    return reservedBy(said)
  },
}

/** What is stored about a person, by fact. */
async function storedOf({ user_id, lot_id }: Known): Promise<Record<string, string>> {
  const [row] = await query<Record<string, string>>(
    `select jsonb_build_array(u.first_name, u.last_name)::text as name, jsonb_build_array(u.email, u.contact_email)::text as email,
       jsonb_build_array(u.phone, u.phone_verified_at is not null)::text as phone,
       (select coalesce(jsonb_agg(c.plate_normalized || ' ' || coalesce(c.color, '') order by c.plate_normalized), '[]')::text
         from cars c where c.user_id = u.id and c.deleted_at is null) as vehicles,
       jsonb_build_array(u.account_status, (select jsonb_agg(jsonb_build_array(m.status, m.role, m.group_id)) from memberships m
         where m.user_id = u.id and m.lot_id = $2), (select count(*) from sessions s where s.user_id = u.id))::text as membership
     from users u where u.id = $1`,
    [user_id, lot_id],
  )
  if (!row) throw new Error('The person is gone.')
  return row
}

test.each(table)('%s changes of a person who is %s what the table says', async (way, person, ...cells) => {
  const acting = await ways[way]?.(stand)
  if (!acting) throw new Error(`There is no way ${way}.`)
  const known = await people[person]?.(acting)
  if (!known) throw new Error(`Nobody is ${person}.`)
  const before = await storedOf(known)
  await acting.act({ user_id: known.user_id, changed: changed(), stranger: stranger() })
  const after = await storedOf(known)
  const [suggested] = await query<Record<string, boolean>>(
    `select coalesce(bool_or(suggested_email = $3), false) as email, coalesce(bool_or(suggested_phone = $4), false) as phone
     from residents where lot_id = $1 and user_id = $2`,
    [acting.lot_id, known.user_id, changed().email, changed().phone],
  )
  const outcome = (fact: string) => {
    if (before[fact] !== after[fact]) return 'changed'
    return suggested?.[fact] ? 'suggested' : 'kept'
  }
  expect(Object.fromEntries(facts.map((fact) => [fact, outcome(fact)]))).toEqual(
    Object.fromEntries(facts.map((fact, at) => [fact, cells[at]])),
  )
})

test('each way in which a lot says something about people is in the table', () => {
  const named = new Set(table.map(([way]) => way))
  expect(named).toEqual(new Set(Object.keys(ways)))
  expect(Object.values(calls).flatMap((made) => (typeof made === 'string' ? [] : made))).toSatisfy(
    (made: string[]) => made.every((way) => named.has(way)),
  )
})

test('each call of staff that names a person or a vehicle, or reads about people, is one of the ways or changes no fact', async () => {
  const words = [
    'user_id',
    'email',
    'phone',
    'first_name',
    'last_name',
    'full_name',
    'person',
    'csv',
    'plate',
    'car_id',
    'data_source_id',
    'import_id',
    'invite_id',
  ]
  const inBody = new RegExp(`"(${words.join('|')})":`)
  const { calls: described } = await describedBy(stand.api.base)
  const about = described
    .filter(({ method }) => method !== 'GET')
    .filter(({ access }) => access.some((grant) => /^(patroller|admin|super_admin)/.test(grant)))
    .filter(({ name, operation }) => {
      const isNamed = operation.parameters?.some((one) => words.includes(one.name)) ?? false
      const isInBody = inBody.test(JSON.stringify(operation.requestBody ?? {}))
      return isNamed || isInBody || name.endsWith('/memberships/{id}')
    })
    .map(({ name }) => name)
  expect(new Set(about)).toEqual(new Set(Object.keys(calls)))
})
