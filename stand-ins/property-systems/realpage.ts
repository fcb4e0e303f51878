import type { LeaseStatus } from '@openspot/core/residents/enums.ts'
import { type Data, residentsOf } from './data.ts'
import type { Property } from './residents.ts'
import { type Answer, type Asked, goodSecret } from './switches.ts'
import { fault, slashed, soap, tags, textIn } from './xml.ts'

const statuses: Record<LeaseStatus, string> = {
  APPLICANT: 'Applicant',
  FUTURE: 'Applicant - Lease Signed',
  RENEWAL: 'Future Lease',
  CURRENT: 'Current',
  // Who is on notice is current, with a day of leaving.
  NOTICE: 'Current',
  PAST: 'Former',
  CANCELLED: 'Former Applicant',
  UNKNOWN: 'Unknown',
}
const statusOf = (status: string): string => (status in statuses ? statuses[status as LeaseStatus] : status)
const bit = (is: boolean): string => (is ? 'TRUE' : 'FALSE')

/** Answers `POST /rpxgateway/partner/{p}/{p}.svc`, by its SOAPAction. */
export function answerRpx(data: Data, asked: Asked): Answer {
  const { body, switches, headers } = asked
  const method = /\/(\w+)"?$/.exec(String(headers['soapaction'] ?? ''))?.[1] ?? ''
  const site = textIn(body, 'siteid') ?? ''
  const fail = (text: string): Answer => ({
    status: 500,
    body: fault('s', switches.echo ? `${text} ${body}` : text),
  })
  if (switches.deny || textIn(body, 'licensekey') !== goodSecret)
    return fail('Authentication failed for the given license key and site.')
  if (switches.error !== null && method !== 'getsitelist') return fail(switches.error)
  if (switches.not_granted.includes(method.toLowerCase())) return fail(`The method ${method} is not granted.`)
  const reply = (inner: Iterable<string>): Answer => ({
    status: 200,
    body: soap('s', resultOf(method, inner)),
  })
  if (switches.empty) return reply([])
  const subscribed = data
    .properties('REALPAGE_RPX')
    .filter(({ property_id }) => !switches.not_subscribed.includes(property_id))
  if (method === 'getsitelist') return reply(siteList(subscribed))
  const property = subscribed.find(({ property_id }) => property_id === site)
  if (property === undefined) return fail('The site is not subscribed.')
  if (method === 'getresidentlistinfo') return reply(residentList(property, false))
  if (method === 'getleaseinfo') return reply(leaseList(property))
  if (method === 'getrentableitems') return reply(rentedItems(property))
  return fail(`The method ${method} does not exist.`)
}

function* resultOf(method: string, inner: Iterable<string>): Generator<string> {
  yield `<${method}Response xmlns="http://tempuri.org/"><${method}Result>`
  yield* inner
  yield `</${method}Result></${method}Response>`
}

function* siteList(properties: readonly Property[]): Generator<string> {
  yield '<SiteList xmlns="">'
  for (const { property_id, name, street } of properties)
    yield `<Site>${tags({ SiteID: property_id, SiteName: name, Adr1: street, City: 'Springfield', State: 'IL', Zip: '62701' })}</Site>`
  yield '</SiteList>'
}

function* residentList(property: Property, is_slashed: boolean): Generator<string> {
  const date = (text: string) => (is_slashed ? slashed(text) : text)
  yield '<residentlist xmlns="">'
  for (const resident of residentsOf(property))
    yield `<resident>${tags({
      residentmemberid: resident.person_id,
      residenthouseholdid: resident.household_id,
      leaseid: resident.lease_id,
      unitid: resident.unit_id,
      unitnumber: resident.unit,
      buildingnumber: resident.building,
      firstname: resident.first_name,
      lastname: resident.last_name,
      leasestatus: statusOf(resident.person_status || resident.status),
      begindate: date(resident.lease_starts),
      enddate: date(resident.lease_ends),
      moveindate: resident.status === 'FUTURE' ? '' : date(resident.moves_in),
      moveoutdate: resident.status === 'NOTICE' ? '' : date(resident.moves_out),
      noticegivendate: date(resident.notice),
      noticefordate: resident.status === 'NOTICE' ? date(resident.moves_out) : '1900-01-01',
      email: resident.email,
      homephone: '',
      cellphone: resident.phone.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3'),
      workphone: '',
      hohbit: bit(resident.role === 'HEAD'),
      signerbit: bit(resident.role === 'HEAD' || resident.role === 'SIGNER'),
      occupantbit: bit(resident.role === 'OCCUPANT' || resident.role === 'CHILD'),
      guarantorbit: bit(resident.role === 'GUARANTOR'),
      activebit: bit(resident.status !== 'PAST'),
      residenttype: resident.role === 'HEAD' ? 'H' : 'O',
    })}</resident>`
  yield '</residentlist>'
}

function* leaseList(property: Property): Generator<string> {
  yield '<GetLeaseInfo xmlns=""><Leases>'
  for (const resident of residentsOf(property))
    if (resident.role === 'HEAD')
      yield `<Lease>${tags({
        LeaseID: resident.lease_id,
        ReshID: resident.household_id,
        SiteID: property.property_id,
        UnitID: resident.unit_id,
        UnitDesignation: resident.unit,
        LeaseBeginDate: resident.lease_starts,
        LeaseEndDate: resident.lease_ends,
        LeaseTerm: '12',
        PriorLeaseID: resident.status === 'RENEWAL' ? resident.household_id : '0',
        NextLeaseID: '0',
        LeaseStatusText: statusOf(resident.status),
        MoveInDate: '',
        SchedMoveInDate: resident.moves_in,
        Evict: 'N',
      })}</Lease>`
  yield '</Leases></GetLeaseInfo>'
}

function* rentedItems(property: Property): Generator<string> {
  yield '<GetRentableItemsResponse xmlns=""><Response>'
  yield item('1', 'Storage', 'S-1', '0', '')
  for (const resident of residentsOf(property))
    for (const [index, spot] of resident.spots.entries())
      yield item(`${resident.person_id}${index}`, 'Carport', spot, resident.lease_id, resident.unit_id)
  yield '</Response></GetRentableItemsResponse>'
}

const item = (id: string, type: string, name: string, lease: string, unit: string): string =>
  `<RentableItem>${tags({ RidID: id, ItemName: name, ItemType: type, BillingAmount: '50.00', Frequency: 'M', InService: 'T', UnitID: unit, LeaseID: lease, StartDate: '', EndDate: '' })}</RentableItem>`

/** Answers `POST /realpage/residents.asmx`, the guessed service of the program for registered vendors. */
export function answerRealpage(data: Data, asked: Asked): Answer {
  const { body, switches, headers } = asked
  if (switches.deny || headers['apikey'] !== goodSecret)
    return {
      status: 401,
      headers: { 'content-type': 'application/json' },
      body: [
        JSON.stringify({
          Message: switches.echo ? `Unauthorized ${String(headers['apikey'])}` : 'Unauthorized',
        }),
      ],
    }
  const method = /\/(\w+)"?$/.exec(String(headers['soapaction'] ?? ''))?.[1] ?? ''
  const fail = (text: string): Answer => ({
    status: 500,
    body: fault('soap', switches.echo ? `${text} ${body}` : text),
  })
  if (switches.error !== null) return fail(switches.error)
  if (method !== 'GetResidentList') return fail(`The method ${method} does not exist.`)
  const reply = (inner: Iterable<string>): Answer => ({
    status: 200,
    body: soap('soap', resultOf(method, inner)),
  })
  if (switches.empty) return reply([])
  const property = data.property('REALPAGE', textIn(body, 'SiteID') ?? '')
  if (property === null || switches.not_subscribed.includes(property.property_id))
    return fail('The site is not known.')
  return reply(residentList(property, true))
}

const columns = [
  'site_id',
  'unit_number',
  'resident_id',
  'household_id',
  'lease_id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'lease_status',
  'lease_start',
  'lease_end',
  'move_in',
  'move_out',
  'notice_given',
]

/** Answers `GET /realpage/files/residents.csv`, which a scheduled job of RealPage would write. */
export function answerFile(data: Data, { switches, headers }: Asked, now: Date): Answer {
  const basic = /^Basic (.+)$/.exec(String(headers['authorization'] ?? ''))?.[1] ?? ''
  const password = Buffer.from(basic, 'base64').toString('utf8').split(':')[1]
  if (switches.deny || password !== goodSecret) return { status: 401, body: ['Unauthorized'] }
  const written = new Date(now.getTime() - switches.file_age_hours * 3_600_000)
  return {
    status: 200,
    headers: { 'content-type': 'text/csv', 'last-modified': written.toUTCString() },
    body: encoded(
      fileLines(data, switches.missing_column, switches.separator, switches.empty),
      switches.windows_1252,
    ),
  }
}

function* fileLines(
  data: Data,
  missing: string | null,
  separator: string,
  is_empty: boolean,
): Generator<string> {
  if (is_empty) return
  const line = (values: readonly string[]) =>
    `${values
      .filter((_, index) => columns[index] !== missing)
      .map((value) => (/[",;\t\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value))
      .join(separator)}\r\n`
  yield line(columns)
  for (const property of data.properties('REALPAGE'))
    for (const each of residentsOf(property))
      if (each.role !== 'GUARANTOR')
        yield line([
          property.property_id,
          each.unit,
          each.person_id,
          each.household_id,
          each.lease_id,
          each.first_name,
          each.last_name,
          each.email,
          each.phone,
          statusOf(each.person_status || each.status),
          slashed(each.lease_starts),
          slashed(each.lease_ends),
          slashed(each.moves_in),
          slashed(each.moves_out),
          slashed(each.notice),
        ])
}

/** All letters that this stand-in uses are the same byte in Windows-1252 and Latin-1. */
function* encoded(lines: Iterable<string>, is_1252: boolean): Generator<string | Uint8Array> {
  for (const line of lines) yield is_1252 ? Buffer.from(line, 'latin1') : line
}
