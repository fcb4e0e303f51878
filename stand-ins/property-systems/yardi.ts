import type { LeaseStatus } from '@openspot/core/residents/enums.ts'
import { type Data, residentsOf } from './data.ts'
import type { Property, Resident } from './residents.ts'
import { type Answer, type Asked, goodSecret } from './switches.ts'
import { escaped, fault, slashed, soap, tag, tags, textIn } from './xml.ts'

const namespace = 'http://tempuri.org/YSI.Interfaces.WebServices/ItfResidentData'

const statuses: Record<LeaseStatus, string> = {
  APPLICANT: 'Wait List',
  FUTURE: 'Future',
  RENEWAL: 'Future',
  CURRENT: 'Current',
  NOTICE: 'Notice',
  PAST: 'Past',
  CANCELLED: 'Canceled',
  UNKNOWN: 'Unknown',
}
const statusOf = (status: string): string => (status in statuses ? statuses[status as LeaseStatus] : status)

/** Answers `POST /{company}/webservices/ItfResidentData.asmx`. */
export function answerYardi(data: Data, asked: Asked): Answer {
  const { body, switches, headers } = asked
  const method = /\/(\w+)"?$/.exec(String(headers['soapaction'] ?? ''))?.[1] ?? ''
  const result = (inner: Iterable<string>): Answer => ({
    status: 200,
    body: soap('soap', resultOf(method, inner)),
  })
  const message = (text: string, type = 'Error') =>
    result([
      `<Messages xmlns=""><Message messageType="${type}">${escaped(text)}${switches.echo ? escaped(` ${body}`) : ''}</Message></Messages>`,
    ])
  if (switches.deny || textIn(body, 'Password') !== goodSecret)
    return message('Login failed for the given user.')
  if (!textIn(body, 'InterfaceEntity') || !textIn(body, 'InterfaceLicense'))
    return message('Invalid Interface Entity')
  if (switches.error !== null && switches.fault)
    return { status: 500, body: fault('soap', switches.echo ? `${switches.error} ${body}` : switches.error) }
  if (switches.error !== null && switches.message_type === 'Error') return message(switches.error)
  if (switches.empty) return result([])
  if (switches.not_granted.includes(method.toLowerCase()))
    return message(`${method} is not part of this interface.`)
  if (method === 'GetPropertyConfigurations') return result(propertyList(data.properties('YARDI')))
  const code = textIn(body, 'YardiPropertyId') ?? ''
  const property = data.property('YARDI', code)
  if (property === null) return message('Invalid Yardi Property Code')
  if (switches.not_subscribed.includes(code))
    return message(`Interface is not Configured for property ${code}`)
  const note =
    switches.error === null
      ? ''
      : `<Messages xmlns=""><Message messageType="${switches.message_type}">${escaped(switches.error)}</Message></Messages>`
  switch (method) {
    case 'GetResidentsByStatus':
    case 'GetResidentsByDate': {
      const wanted = (textIn(body, 'Status') ?? '').split('^')
      const since = textIn(body, 'ModifiedSinceDate')
      const has = (resident: Resident) =>
        wanted.includes(statusOf(resident.status)) ||
        !Object.values(statuses).includes(statusOf(resident.status))
      const households = householdsOf(property, (head) => has(head) && isSince(head, since))
      const first = households.next()
      if (first.done) return message('No tenants exist with the given search criteria')
      return result(residentList(note, first.value, households))
    }
    case 'GetResidentData':
      return residentFile(property, textIn(body, 'TenantCode') ?? '', result, message)
    case 'GetRoommatePromotions':
      return changes(property, 'PROMOTION', 'RoommatePromotion', result, message)
    case 'GetUnitTransferData_DateRange':
    case 'GetUnitTransferData':
      return changes(property, 'TRANSFER', 'UnitTransfer', result, message)
    default:
      return {
        status: 500,
        body: fault('soap', `Server did not recognize the value of HTTP Header SOAPAction: ${method}.`),
      }
  }
}

function* resultOf(method: string, inner: Iterable<string>): Generator<string> {
  yield `<${method}Response xmlns="${namespace}"><${method}Result>`
  yield* inner
  yield `</${method}Result></${method}Response>`
}

function* propertyList(properties: readonly Property[]): Generator<string> {
  yield '<Properties xmlns="">'
  for (const { property_id, name, street } of properties)
    yield `<Property>${tags({
      Code: property_id,
      MarketingName: name,
      AddressLine1: street,
      AddressLine2: '',
      AddressLine3: '',
      City: 'Springfield',
      State: 'IL',
      PostalCode: '62701',
      AccountsReceivable: property_id,
      AccountsPayable: property_id,
    })}</Property>`
  yield '</Properties>'
}

function isSince({ modified }: Resident, since: string | null): boolean {
  if (since === null) return true
  const [month = '', day = '', year = ''] = since.split('/')
  return modified >= `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

type Household = [head: Resident, ...others: Resident[]]

/** The occupants of a household follow its head. */
function* householdsOf(property: Property, has: (head: Resident) => boolean): Generator<Household> {
  let household: Household | null = null
  for (const resident of residentsOf(property)) {
    const [head] = household ?? []
    // A later lease of the same people is one of its own.
    if (
      household &&
      head &&
      head.role === 'HEAD' &&
      head.lease_id === resident.lease_id &&
      resident.role !== 'HEAD'
    ) {
      household.push(resident)
      continue
    }
    if (household && has(household[0])) yield household
    household = [resident]
  }
  if (household && has(household[0])) yield household
}

function* residentList(note: string, first: Household, others: Iterable<Household>): Generator<string> {
  yield `${note}<MITS-ResidentData xmlns=""><PropertyResidents><Residents>`
  yield residentOf(first)
  for (const household of others) yield residentOf(household)
  yield '</Residents></PropertyResidents></MITS-ResidentData>'
}

function residentOf([head, ...others]: Household): string {
  const phone = (type: string, description: string, number: string) =>
    `<Phone PhoneType="${type}"><PhoneDescription>${description}</PhoneDescription>${tag('PhoneNumber', number)}</Phone>`
  // Guarantors and children have no place in these lists.
  const occupants = others.filter(({ role }) => role !== 'GUARANTOR')
  return [
    `<Resident tCode="${escaped(head.lease_id)}">`,
    tags({
      Status: statusOf(head.status),
      FirstName: head.first_name,
      LastName: head.last_name,
      Email: head.email,
    }),
    phone('home', 'Home', ''),
    phone('cell', 'Mobile', head.phone),
    tags({
      UnitCode: head.unit,
      Rent: '1500.00',
      LeaseFromDate: slashed(head.lease_starts),
      LeaseToDate: slashed(head.lease_ends),
      MoveInDate: slashed(head.moves_in),
      MoveOutDate: slashed(head.moves_out),
      NoticeDate: slashed(head.notice),
    }),
    occupants.length === 0 ? '' : '<OtherOccupants>',
    ...occupants.map(
      (occupant) =>
        `<OtherOccupant Code="${escaped(occupant.person_id)}">${tags({
          FirstName: occupant.first_name,
          LastName: occupant.last_name,
          Email: occupant.email,
          MoveInDate: slashed(occupant.moves_in),
          MoveOutDate: slashed(occupant.moves_out),
        })}</OtherOccupant>`,
    ),
    occupants.length === 0 ? '' : '</OtherOccupants>',
    '</Resident>',
  ].join('')
}

type Reply = (inner: Iterable<string>) => Answer
type Say = (text: string, type?: string) => Answer

function residentFile(property: Property, code: string, result: Reply, message: Say): Answer {
  const people = [...residentsOf(property)].filter(({ lease_id }) => lease_id === code)
  const [head] = people
  if (head === undefined) return message('No tenants exist with the given search criteria')
  // This call has birth dates, numbers, and employers, which a client must not store.
  const tenants = people.map(
    (person) =>
      `<Tenants><Identification IDValue="${escaped(person.role === 'HEAD' ? code : person.person_id)}" IDType="Current"/><PersonDetails><Name>${tags({ FirstName: person.first_name, LastName: person.last_name })}</Name><Phone PhoneType="cell">${tag('PhoneNumber', person.phone)}</Phone>${tag('Email', person.email)}<DateOfBirth>1980-02-03</DateOfBirth><SSN>000-00-0000</SSN></PersonDetails><Employer><Name>Hidden Employer</Name></Employer>${tag('MoveInDate', person.moves_in)}${person.vehicles
        .map(
          (vehicle) =>
            `<Vehicle>${tags({ Make: vehicle.make, Model: vehicle.model, Colour: vehicle.color, Year: '2020', LicensePlate: vehicle.plate, LicenseState: vehicle.region, Sticker: 'A1' })}</Vehicle>`,
        )
        .join('')}<Vehicle/><Vehicle/></Tenants>`,
  )
  return result([
    `<MITS-ResidentData xmlns=""><Summary><TotalLeaseFiles>1</TotalLeaseFiles><TotalTenants>${people.length}</TotalTenants></Summary><LeaseFiles><LeaseFile><Identification IDValue="${escaped(code)}" IDType="Current"/><Unit><Identification IDValue="${escaped(head.unit)}"/></Unit>${tags({ MoveInDate: head.moves_in, LeaseBegin: head.lease_starts, LeaseEnd: head.lease_ends })}`,
    ...tenants,
    '</LeaseFile></LeaseFiles></MITS-ResidentData>',
  ])
}

/** Rows of people whose codes were replaced. */
function changes(
  property: Property,
  by: 'PROMOTION' | 'TRANSFER',
  name: string,
  result: Reply,
  message: Say,
): Answer {
  const rows = [...residentsOf(property)].flatMap(({ lease_id, unit, replaces }) => {
    if (replaces?.by !== by) return []
    const old = escaped(replaces.code)
    const code = escaped(lease_id)
    return by === 'PROMOTION'
      ? `<${name}><PriorTenant><Code>t0000000</Code></PriorTenant><NewTenant><Code>${code}</Code><OldRoomateCode>${old}</OldRoomateCode></NewTenant><MoveOutDate>7/31/2025</MoveOutDate>${tag('UnitCode', unit)}</${name}>`
      : `<${name}><OldTenantCode>${old}</OldTenantCode><NewTenantCode>${code}</NewTenantCode>${tag('NewUnitCode', unit)}<TransferDate>7/31/2025</TransferDate></${name}>`
  })
  if (rows.length === 0)
    return message(
      by === 'PROMOTION' ? 'No roommate promotions found' : 'No tenants exist with the given search criteria',
    )
  return result([`<${name}s xmlns="">`, ...rows, `</${name}s>`])
}
