import type { VendorProperty } from '@openspot/core/residents/vendor-row.ts'
import { VendorFault } from '../../../net/vendor-errors.ts'
import type { VendorNetwork } from '../../../vendors.ts'
import { type Connection, type Connector, PAGE_SIZE, type PullOptions } from '../reading/connection.ts'
import { CredentialsRejected, PropertyNotReachable } from '../reading/errors.ts'
import { allAt, dateOf, findAll, textAt, textOfAny } from '../reading/nodes.ts'
import { callSoap, elements, SoapFault } from '../reading/soap.ts'
import { readValues } from '../reading/values.ts'
import { idOf, type LeaseFacts, rowOfResident } from './resident-rows.ts'

interface Method {
  name: string
  site_id: string | null
  /** The argument element, if the method has one. */
  argument?: { name: string; values: readonly (readonly [string, string])[] }
  record: string | null
}

/** The gateway of RealPage's app partners, with data of OneSite. Each site is one call that returns everything. */
export function rpxConnector(connection: Connection, net: VendorNetwork): Connector {
  const values = readValues('REALPAGE_RPX', connection)

  const call = ({ name, site_id, argument, record }: Method, signal: AbortSignal) => {
    const auth = elements('tem:', [
      ['pmcid', values.text('pmc_id')],
      ['siteid', site_id],
      ['username', values.text('username')],
      ['password', values.text('password')],
      ['licensekey', values.text('license_key')],
      ['system', values.text('system')],
    ])
    const inner = argument
      ? `<tem:${argument.name}>${elements('tem:', argument.values)}</tem:${argument.name}>`
      : ''
    const envelope = `<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tem="http://tempuri.org/"><soapenv:Header/><soapenv:Body><tem:${name}><tem:auth>${auth}</tem:auth>${inner}</tem:${name}></soapenv:Body></soapenv:Envelope>`
    const action = `http://tempuri.org/IRPXService/${name}`
    return callSoap(
      net,
      values.redact,
      { url: values.text('service_url') ?? '', action, envelope, record },
      signal,
    )
  }

  async function readSites(signal: AbortSignal, site_id: string | null): Promise<VendorProperty[]> {
    try {
      const answer = await call({ name: 'getsitelist', site_id, record: null }, signal)
      if (findAll(answer.rest, 'getsitelistresponse').length === 0)
        throw new VendorFault('The response is not one of this method.')
      return sitesOf(answer.rest)
    } catch (error) {
      // The list needs nothing but the credentials, so a fault means them.
      if (error instanceof SoapFault) throw new CredentialsRejected(error.message)
      throw error
    }
  }

  /** Decides what a fault of a pull means: the credentials, this site, or the call. */
  async function explain(fault: SoapFault, site_id: string, signal: AbortSignal): Promise<never> {
    const sites = await readSites(signal, values.list('site_ids')[0] ?? site_id)
    if (!sites.some(({ property_id }) => property_id === site_id))
      throw new PropertyNotReachable(site_id, `The site is not subscribed in RealPage. ${fault.message}`)
    throw fault
  }

  /** Runs a call that the partner may not be granted. Without it, rows have less, but nothing wrong. */
  async function ifGranted<T>({ warn }: PullOptions, work: (found: Map<string, T>) => Promise<void>) {
    const found = new Map<string, T>()
    try {
      await work(found)
    } catch (error) {
      if (!(error instanceof VendorFault)) throw error
      warn?.({ code: 'NOT_GRANTED', text: error.message })
    }
    return found
  }

  const readLeases = (site_id: string, options: PullOptions) =>
    ifGranted<LeaseFacts>(options, async (leases) => {
      const argument = {
        name: 'getleaseinfo',
        values: [
          ['residentstatus', 'ALL'],
          ['residentheldthestatus', '365'],
        ] as const,
      }
      const answer = await call({ name: 'getleaseinfo', site_id, argument, record: 'lease' }, options.signal)
      for await (const page of answer.pages(PAGE_SIZE))
        for (const lease of page) {
          const id = idOf(textAt(lease, 'leaseid'))
          if (id === null) continue
          leases.set(id, {
            scheduled_move_in: dateOf(textOfAny(lease, 'schedmoveindate', 'moveindate')),
            prior_lease_id: idOf(textAt(lease, 'priorleaseid')),
          })
        }
    })

  const readSpots = (site_id: string, options: PullOptions) =>
    ifGranted<string[]>(options, async (spots) => {
      const argument = {
        name: 'getrentableitemRequest',
        values: [
          ['unitid', '0'],
          ['dateneeded', net.now().toISOString().slice(0, 10)],
          ['leaseid', '0'],
        ] as const,
      }
      const method = { name: 'getrentableitems', site_id, argument, record: 'rentableitem' }
      const answer = await call(method, options.signal)
      for await (const page of answer.pages(PAGE_SIZE))
        for (const item of page) {
          const lease = idOf(textAt(item, 'leaseid'))
          const name = textAt(item, 'itemname')
          if (lease !== null && name !== null && isParking(item))
            spots.set(lease, [...(spots.get(lease) ?? []), name])
        }
    })

  return {
    listProperties: (signal) => readSites(signal, values.list('site_ids')[0] ?? null),

    async *pull(site_id, options) {
      const { signal } = options
      const argument = {
        name: 'getresidentlistinfo',
        values: [
          ['status', 'ALL'],
          ['headofhousehold', '0'],
        ] as const,
      }
      const method = { name: 'getresidentlistinfo', site_id, argument, record: 'resident' }
      const answer = await call(method, signal).catch((error: unknown) => {
        if (error instanceof SoapFault) return explain(error, site_id, signal)
        throw error
      })
      if (answer.record_count === 0 && findAll(answer.rest, 'residentlist').length === 0)
        throw new VendorFault('The response has no list of residents.')
      const leases = await readLeases(site_id, options)
      const spots = connection.extras.includes('SPOTS')
        ? await readSpots(site_id, options)
        : new Map<string, string[]>()
      for await (const page of answer.pages(PAGE_SIZE)) {
        signal.throwIfAborted()
        yield page.flatMap((resident) => rowOfResident({ site_id, leases, spots }, resident) ?? [])
      }
    },
  }
}

/** The wrapper of a site is not published: the children of the first list, at any depth, are sites. */
export function sitesOf(rest: unknown): VendorProperty[] {
  const [first] = findAll(rest, 'sitelist')
  const children =
    typeof first === 'object' && first !== null ? Object.values(first).flatMap((each) => allAt(each)) : []
  return children.flatMap((site) => {
    const property_id = textAt(site, 'siteid')
    if (property_id === null) return []
    const lines = ['adr1', 'city', 'state', 'zip'].flatMap((name) => textAt(site, name) ?? [])
    return [
      {
        property_id,
        name: textAt(site, 'sitename') ?? property_id,
        address: lines.length === 0 ? null : lines.join(', '),
        is_active: true,
      },
    ]
  })
}

const parking = /park|carport|garage|stall|space|spot/i
const storage = /storage|locker|closet/i

/** Items are also storage rooms and the like. One that doesn't say what it is counts as a spot. */
function isParking(item: unknown): boolean {
  const kind = textOfAny(item, 'itemtype', 'description')
  return kind === null || (parking.test(kind) && !storage.test(kind))
}
