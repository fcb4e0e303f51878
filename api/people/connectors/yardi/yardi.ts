import type { VendorProperty, VendorRow, VendorVehicle } from '@openspot/core/residents/vendor-row.ts'
import { VendorFault } from '../../../net/vendor-errors.ts'
import type { VendorNetwork } from '../../../vendors.ts'
import { type Connection, type Connector, PAGE_SIZE, type PullOptions } from '../reading/connection.ts'
import { CredentialsRejected, PropertyNotReachable } from '../reading/errors.ts'
import { findAll, textAt } from '../reading/nodes.ts'
import { readValues } from '../reading/values.ts'
import { callYardi, propertiesOf, replacedCodes, type YardiCall } from './yardi-calls.ts'
import { rowsOfResident, vehiclesOf } from './yardi-rows.ts'

const day_ms = 86_400_000
/** How far back promotions and transfers are read in a full pull. */
const history_days = 400
/** How far back a full pull asks for residents who left, so that their access ends even if no pull happened in between. */
const past_days = 30
const residing = 'Current^Future^Notice^Eviction'
const left = 'Past^Canceled'
/** Residents who leave drop out of the filter above, so a delta includes where they go. */
const changed = `${residing}^${left}`

/** Yardi Voyager over SOAP. A property is returned in one response. */
export function yardiConnector(connection: Connection, net: VendorNetwork): Connector {
  const values = readValues('YARDI', connection)
  const call = (given: Omit<YardiCall, 'onMessage'>, { signal, warn }: Omit<PullOptions, 'since'>) =>
    callYardi(net, values, { ...given, onMessage: (text) => warn?.({ code: 'MESSAGE', text }) }, signal)

  async function readProperties(signal: AbortSignal): Promise<VendorProperty[]> {
    const answer = await call(
      { method: 'GetPropertyConfigurations', property_id: null, record: 'property' },
      { signal },
    )
    const properties: VendorProperty[] = []
    for await (const page of answer.pages(PAGE_SIZE)) properties.push(...propertiesOf(page))
    return properties
  }

  /** Runs a call that not every interface grants: without its answer, the pull has less, but nothing wrong. */
  async function ifGranted<T>(options: PullOptions, otherwise: T, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof VendorFault || error instanceof PropertyNotReachable)) throw error
      options.warn?.({ code: 'NOT_GRANTED', text: error.message })
      return otherwise
    }
  }

  function readReplaced(property_id: string, options: PullOptions): Promise<Map<string, string>> {
    const now = net.now()
    const from = new Date((options.since ?? now).getTime() - (options.since ? 30 : history_days) * day_ms)
    const range = [dateText(from), dateText(new Date(now.getTime() + history_days * day_ms))] as const
    const read = (method: string, names: readonly [string, string]) =>
      ifGranted<unknown>(options, null, async () => {
        const args = [[names[0], range[0]] as const, [names[1], range[1]] as const]
        return (await call({ method, property_id, args, record: null }, options)).rest
      })
    return (async () =>
      replacedCodes(
        await read('GetRoommatePromotions', ['MoveOutFrom', 'MoveOutTo']),
        await read('GetUnitTransferData_DateRange', ['FromDate', 'ToDate']),
      ))()
  }

  const readChanged = (property_id: string, of: { status: string; from: Date }, options: PullOptions) => {
    const args = [
      ['Status', of.status],
      ['ModifiedSinceDate', dateText(of.from)],
    ] as const
    return call({ method: 'GetResidentsByDate', property_id, args, record: 'resident' }, options)
  }

  async function readVehicles(property_id: string, code: string, options: PullOptions) {
    const args = [
      ['TenantCode', code],
      // What is not needed is not even requested.
      ['IncludeLedger', 'false'],
      ['LedgerAsOfDate', net.now().toISOString().slice(0, 10)],
      ['IncludeLeaseCharges', 'false'],
      ['IncludeVehicleInfo', 'true'],
      ['IncludeRoommateData', 'true'],
      ['IncludeEmployerData', 'false'],
    ] as const
    const answer = await call({ method: 'GetResidentData', property_id, args, record: null }, options)
    const unknown = new Set<string>()
    const vehicles = new Map<string, VendorVehicle[]>()
    for (const tenant of findAll(answer.rest, 'tenants')) {
      const person = textAt(tenant, 'identification', '@idvalue') ?? code
      const found = vehiclesOf(tenant, (name) => unknown.add(name))
      vehicles.set(person, [...(vehicles.get(person) ?? []), ...found])
    }
    return { vehicles, unknown }
  }

  /** Adds the vehicles of a page, one call for each tenancy, until the vendor refuses one. */
  async function addVehicles(property_id: string, rows: VendorRow[], options: PullOptions): Promise<boolean> {
    return ifGranted(options, false, async () => {
      const unknown = new Set<string>()
      for (const code of new Set(rows.map(({ lease_id }) => lease_id))) {
        const found = await readVehicles(property_id, code, options)
        for (const row of rows)
          if (row.lease_id === code) row.vehicles = found.vehicles.get(row.person_id) ?? []
        for (const name of found.unknown) unknown.add(name)
      }
      if (unknown.size > 0)
        options.warn?.({ code: 'UNKNOWN_FIELDS', text: [...unknown].slice(0, 20).join(', ').slice(0, 500) })
      return true
    })
  }

  return {
    async listProperties(signal) {
      const properties = await readProperties(signal)
      if (properties.length === 0)
        throw new CredentialsRejected(
          'Yardi returned no properties. Check the server name and database, and whether the interface has properties.',
        )
      const wanted = values.list('property_codes').map((code) => code.toLowerCase())
      return wanted.length === 0
        ? properties
        : properties.filter(({ property_id }) => wanted.includes(property_id.toLowerCase()))
    },

    async *pull(property_id, options) {
      const { since, signal } = options
      const answer =
        since === null
          ? await call(
              {
                method: 'GetResidentsByStatus',
                property_id,
                args: [['Status', residing]],
                record: 'resident',
              },
              options,
            )
          : await readChanged(property_id, { status: changed, from: daysBefore(since, 1) }, options)
      if (answer.is_empty) {
        // A wrong server or database gives empty results instead of an error.
        if ((await readProperties(signal)).length === 0)
          throw new CredentialsRejected('Yardi returned nothing. Check the server name and database.')
        throw new VendorFault('Yardi returned an empty result for this property.')
      }
      const replaced = await readReplaced(property_id, options)
      // The list above leaves out who left. Without this answer, they are missing from the pull, which staff decide about.
      const past =
        since === null
          ? await ifGranted(options, null, () =>
              readChanged(property_id, { status: left, from: daysBefore(net.now(), past_days) }, options),
            )
          : null
      let reads_vehicles = connection.extras.includes('VEHICLES')
      for await (const page of answer.pages(PAGE_SIZE)) {
        const rows = page.flatMap((resident) => rowsOfResident(property_id, resident))
        for (const row of rows) row.replaces_person_id = replaced.get(row.person_id) ?? null
        if (reads_vehicles) reads_vehicles = await addVehicles(property_id, rows, options)
        signal.throwIfAborted()
        yield rows
      }
      for await (const page of past?.pages(PAGE_SIZE) ?? []) {
        signal.throwIfAborted()
        yield page.flatMap((resident) => rowsOfResident(property_id, resident))
      }
    },
  }
}

const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * day_ms)

/** The form of dates in requests is not published; this is the one of the lists. */
const dateText = (at: Date): string => `${at.getUTCMonth() + 1}/${at.getUTCDate()}/${at.getUTCFullYear()}`
