import { getReservationRoute } from '@openspot/contract/booking/reservations.ts'
import { changeCarByStaffRoute } from '@openspot/contract/booking/staff-changes.ts'
import { createByStaffRoute } from '@openspot/contract/booking/staff-reservations.ts'
import { sendPhoneCodeRoute, signInWithPhoneRoute } from '@openspot/contract/identity/phone-codes.ts'
import {
  createLotCarRoute,
  deleteLotCarRoute,
  listLotCarsRoute,
  patchLotCarRoute,
} from '@openspot/contract/people/cars.ts'
import {
  createDataSourceRoute,
  importResidentFileRoute,
  uploadResidentFileRoute,
} from '@openspot/contract/people/data-sources.ts'
import {
  createInviteRoute,
  createInvitesRoute,
  resendInviteRoute,
} from '@openspot/contract/people/invites.ts'
import { addMemberRoute, patchMembershipRoute } from '@openspot/contract/people/memberships.ts'
import {
  applyImportRoute,
  getImportRoute,
  undoImportRoute,
} from '@openspot/contract/people/resident-imports.ts'
import { listOutboxTextsRoute } from '@openspot/contract/platform/outbox.ts'
import { credentialForms } from '@openspot/core/residents/credentials.ts'
import { ways as vendorWays, type Way, wayOf } from '../../people/connectors/testing/vendors.ts'
import { workbook } from '../../people/resident-files/testing/workbook.ts'
import { living, numbered } from '../../people/resident-imports/testing/scenarios.ts'
import { aConnectedLot, type Stand } from '../../people/resident-imports/testing/source.ts'
import type { TestApi } from '../api.ts'
import { aLot } from '../factories/lots.ts'
import { aReservation } from '../factories/memberships.ts'
import { aMember, type Person } from '../factories/people.ts'
import { twoHours } from '../factories/reservations.ts'
import { aSignedUp, solvedCheck } from '../sign-in.ts'

/** What a lot says about a person. Phone numbers are American, in E.164 form. */
export interface Said {
  first_name: string
  last_name: string
  email?: string
  phone?: string
  plate?: string
}

/** A lot that says something about people whom another lot knows. */
export interface ActingLot {
  lot_id: string
  /** Says something about a person for the first time. */
  describe(of: Said): Promise<void>
  /** Does what the way is about: says something else about the person, or lets a stranger prove what the lot said. */
  act(of: {
    user_id: string
    changed: Said
    stranger: Required<Pick<Said, 'email' | 'phone'>>
  }): Promise<void>
}

interface Describing {
  lot_id: string
  owner: Person
  /** Returns what it made: the import, or the reservation. */
  say: (of: Said) => Promise<string>
}

/** Describes people by the system of a vendor. */
async function byVendor(stand: Stand, way: Way): Promise<Describing> {
  const form = credentialForms.find((one) => one.provider === way.provider && one.source === way.source)
  const extras = form?.extras.includes('VEHICLES') ? 'VEHICLES' : ''
  const source = await aConnectedLot(stand, way, { imports_vehicles: true }, { extras })
  const base = numbered(way, living('Example'))
  return {
    lot_id: source.lot_id,
    owner: source.owner,
    async say({ first_name, last_name, email = '', phone = '', plate }) {
      const vehicles =
        plate === undefined ? [] : [{ plate, region: 'IL', make: 'Kia', model: 'Rio', color: 'red' }]
      source.serve([{ ...base, first_name, last_name, email, phone: phone.slice(2), vehicles }])
      const { id, status, rows_waiting } = await source.sync()
      if (status !== 'SUCCESS' || rows_waiting > 0) throw new Error(`The import ended as ${status}.`)
      return id
    },
  }
}

const columns = [
  'Resident ID',
  'First Name',
  'Last Name',
  'Email',
  'Phone',
  'Unit',
  'Move In',
  'License Plate',
  'Plate State',
]

/** Describes people by files that staff upload. */
async function byFile({ api }: Stand, kind: 'csv' | 'xlsx'): Promise<Describing> {
  const { lot_id } = await aLot(api)
  const owner = await aMember(api, lot_id, 'SUPER_ADMIN')
  const body = { kind: 'FILE', name: 'Rent roll', imports_vehicles: true } as const
  const { id: data_source_id } = await api.call(
    createDataSourceRoute,
    { params: { lot_id }, body },
    owner.token,
  )
  return {
    lot_id,
    owner,
    async say({ first_name, last_name, email = '', phone = '', plate = '' }) {
      const row = ['R-1', first_name, last_name, email, phone, '204', '2025-06-01', plate, plate && 'IL']
      const form = new FormData()
      form.append('file', await fileOf(kind, [columns, row]))
      const file = await api.call(
        uploadResidentFileRoute,
        { params: { data_source_id }, body: form },
        owner.token,
      )
      const params = { data_source_id, resident_file_id: file.id }
      const order = { params, body: { mapping: file.mapping, is_complete: false } }
      const { id: import_id } = await api.call(importResidentFileRoute, order, owner.token)
      await api.runJobs()
      await api.call(applyImportRoute, { params: { import_id }, body: {} }, owner.token)
      await api.runJobs()
      const { status, rows_waiting } = await api.call(getImportRoute, { params: { import_id } }, owner.token)
      if (status !== 'SUCCESS' || rows_waiting > 0) throw new Error(`The import ended as ${status}.`)
      return import_id
    },
  }
}

async function fileOf(kind: 'csv' | 'xlsx', rows: readonly string[][]): Promise<File> {
  if (kind === 'csv') return new File([rows.map((row) => row.join(',')).join('\r\n')], 'rent-roll.csv')
  const bytes = await workbook(rows.map((row) => row.map((value) => ({ value }))) as never)
  return new File([new Uint8Array(bytes)], 'rent-roll.xlsx')
}

/** Describes people by reservations that staff make for them. */
async function byReservation({ api }: Stand): Promise<Describing> {
  const { lot_id, spot_ids } = await aLot(api)
  const owner = await aMember(api, lot_id, 'SUPER_ADMIN')
  let made = 0
  return {
    lot_id,
    owner,
    async say({ plate: _plate, ...person }) {
      const times = twoHours(api, 100 + 3 * made++)
      const body = { spot_id: spot_ids[0] ?? '', person, payment_kind: 'NONE' as const, ...times }
      const idempotency_key = `${lot_id} ${made}`
      return (await api.call(createByStaffRoute, { body, idempotency_key }, owner.token)).id
    },
  }
}

type Open = (stand: Stand) => Promise<ActingLot>

/** A data source that describes a person, and then says something else about the same one. */
const imports =
  (open: (stand: Stand) => Promise<Describing>, undoes = false): Open =>
  async (stand) => {
    const { lot_id, owner, say } = await open(stand)
    let isDescribed = false
    const describe = async (of: Said) => {
      await say(of)
      isDescribed = true
    }
    return {
      lot_id,
      describe,
      async act({ changed, user_id }) {
        if (!isDescribed) await describe(await knownAs(stand.api, user_id))
        const import_id = await say(changed)
        if (!undoes) return
        await stand.api.call(undoImportRoute, { params: { import_id } }, owner.token)
        await stand.api.runJobs()
      },
    }
  }

/** Returns the name and address of a person, so that an import finds them. */
async function knownAs(api: TestApi, user_id: string): Promise<Said> {
  const { rows } = await api.deps.database.pool.query<{
    first_name: string
    last_name: string
    email: string
  }>('select first_name, last_name, email from users where id = $1', [user_id])
  if (!rows[0]) throw new Error('There is no such person.')
  return rows[0]
}

/** Staff who know a person by a reservation, and then do something else. */
const staff =
  (act: (of: Describing & { stand: Stand; user_id: string; changed: Said }) => Promise<void>): Open =>
  async (stand) => {
    const describing = await byReservation(stand)
    let isDescribed = false
    return {
      lot_id: describing.lot_id,
      async describe(of) {
        await describing.say(of)
        isDescribed = true
      },
      async act({ user_id, changed }) {
        if (!isDescribed) await describing.say(await knownAs(stand.api, user_id))
        await act({ ...describing, stand, user_id, changed })
      },
    }
  }

/** A stranger who proves an address or a number that the lot said beside what is true. */
const claims =
  (open: (stand: Stand) => Promise<Describing>, by: 'email' | 'phone'): Open =>
  async (stand) => {
    const { lot_id, say } = await open(stand)
    return {
      lot_id,
      async describe(of) {
        await say(of)
      },
      async act({ stranger }) {
        if (by === 'email') await aSignedUp(stand.api, stranger.email, { first_name: 'Mallory' })
        else await signInWith(stand, stranger.phone)
      },
    }
  }

async function signInWith({ api }: Stand, phone: string): Promise<void> {
  const body = { phone, country: 'US', bot_check: await solvedCheck(api) }
  const { ticket } = await api.call(sendPhoneCodeRoute, { body })
  await api.runJobs()
  const { items } = await api.call(listOutboxTextsRoute, { query: { to_phone: phone } })
  const text = items.find((one) => one.body.includes('Openspot code'))?.body ?? ''
  const code = /^\d{6}/.exec(text)?.[0] ?? ''
  await api.call(signInWithPhoneRoute, { body: { ticket, code } })
}

const rpx = (stand: Stand) => byVendor(stand, wayOf('REALPAGE_RPX'))

/** The name of a vendor's way in the table. REALPAGE has two. */
const nameOf = ({ provider, source }: Way) =>
  `import_${provider.toLowerCase()}${source === 'API' ? '' : `_${source.toLowerCase()}`}`

/** Every way in which a lot says something about people. Those of vendors and files are found by themselves. */
export const ways: Record<string, Open> = {
  ...Object.fromEntries(
    vendorWays.map((way) => [nameOf(way), imports((stand) => byVendor(stand, way))] as const),
  ),
  import_csv_file: imports((stand) => byFile(stand, 'csv')),
  import_xlsx_file: imports((stand) => byFile(stand, 'xlsx')),
  undo_import: imports(rpx, true),
  invite: staff(async ({ stand: { api }, lot_id, owner, user_id, changed }) => {
    const { email } = await knownAs(api, user_id)
    const { first_name, last_name, phone } = changed
    if (email === undefined || phone === undefined) throw new Error('The person has no address.')
    const body = { lot_id, email, first_name, last_name }
    const { invite } = await api.call(createInviteRoute, { body }, owner.token)
    await api.call(resendInviteRoute, { params: { invite_id: invite.id } }, owner.token)
    const csv = `phone,first_name,last_name\n${phone},${first_name},${last_name}\n`
    await api.call(createInvitesRoute, { body: { lot_id, csv } }, owner.token)
    await api.runJobs()
  }),
  reserve: staff(async ({ stand, say, user_id, changed }) => {
    const { email = '' } = await knownAs(stand.api, user_id)
    await say({ ...changed, email })
    const { rows } = await stand.api.deps.database.pool.query<{ phone: string | null }>(
      'select phone from users where id = $1',
      [user_id],
    )
    const phone = rows[0]?.phone
    if (phone) await say({ ...changed, phone })
    await stand.api.runJobs()
  }),
  edit_member: staff(async ({ stand: { api }, lot_id, owner, user_id }) => {
    const offer = { params: { lot_id }, body: { user_id } }
    const { id } = await api.call(addMemberRoute, offer, owner.token)
    for (const status of ['REMOVED', 'ACTIVE'] as const)
      await api.call(patchMembershipRoute, { params: { id }, body: { status } }, owner.token)
    await api.call(patchMembershipRoute, { params: { id }, body: { role: 'PATROLLER' } }, owner.token)
  }),
  edit_vehicle: staff(async ({ stand: { api }, lot_id, owner, user_id }) => {
    const { pool } = api.deps.database
    await pool.query(
      `insert into memberships (lot_id, user_id, status, source) values ($1, $2, 'ACTIVE', 'REQUEST')`,
      [lot_id, user_id],
    )
    const record = { params: { lot_id, user_id }, body: { plate: 'REC 1' } }
    await api.call(createLotCarRoute, record, owner.token)
    const { items } = await api.call(listLotCarsRoute, { params: { lot_id }, query: {} }, owner.token)
    const own = items.find(({ is_recorded_by_staff }) => !is_recorded_by_staff)
    if (!own) throw new Error('The lot sees no vehicle of the member.')
    const at = { lot_id, car_id: own.id }
    await api.call(patchLotCarRoute, { params: at, body: { plate: 'WRONG 1', color: 'green' } }, owner.token)
    const { rows } = await pool.query<{ id: string }>('select id from spots where lot_id = $1 limit 1', [
      lot_id,
    ])
    const spot_id = rows[0]?.id ?? ''
    const reservation_id = await aReservation(api, { lot_id, spot_id, user_id, car_id: own.id, hours: 1 })
    const params = { reservation_id }
    const { version } = await api.call(getReservationRoute, { params }, owner.token)
    const give = { params, body: { version, plate: 'GIVEN 1' }, idempotency_key: reservation_id }
    await api.call(changeCarByStaffRoute, give, owner.token)
    api.ports.advance({ hours: 3 })
    await api.call(deleteLotCarRoute, { params: at }, owner.token)
  }),
  claim_address_of_import: claims(rpx, 'email'),
  claim_number_of_import: claims(rpx, 'phone'),
  claim_address_of_reservation: claims(byReservation, 'email'),
  claim_number_of_reservation: claims(byReservation, 'phone'),
}

/** The lot that knows the person, by its own import or by a reservation of its staff. */
export const byOwnImport = rpx
export const byOwnReservation = byReservation
