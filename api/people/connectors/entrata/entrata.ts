import type { VendorProperty } from '@openspot/core/residents/vendor-row.ts'
import { VendorFault } from '../../../net/vendor-errors.ts'
import type { VendorNetwork } from '../../../vendors.ts'
import { type Connection, type Connector, PAGE_SIZE, type PullOptions } from '../reading/connection.ts'
import { PropertyNotReachable } from '../reading/errors.ts'
import { allAt, findAll, textAt } from '../reading/nodes.ts'
import { readValues } from '../reading/values.ts'
import { type EntrataAnswer, entrataCalls } from './entrata-calls.ts'
import { type CustomerFacts, customersOf, parkingOf, propertiesOf, rowsOfLease } from './entrata-rows.ts'

const day_ms = 86_400_000
/** Pages of one list. More means that the vendor returns the same page again and again. */
const MAX_PAGES = 400

/** Entrata, by its gateway with an API key, or by the host of an organization with a user. */
export function entrataConnector(connection: Connection, net: VendorNetwork): Connector {
  const values = readValues('ENTRATA', connection)
  const call = entrataCalls(net, values)

  /** Reads a list page by page. The end is where the vendor says so, or else the first page that is not full. */
  async function* pages(
    start: {
      group: string
      method: string
      version: string
      params: Record<string, string>
      property_id: string | null
    },
    itemsOf: (result: unknown) => unknown[],
    signal: AbortSignal,
  ): AsyncGenerator<{ items: unknown[]; answer: EntrataAnswer }> {
    let first_before: string | null = null
    for (let number = 1; number <= MAX_PAGES; number += 1) {
      const answer = await call({ ...start, page: { number, size: PAGE_SIZE } }, signal)
      const items = itemsOf(answer.result)
      const first = textAt(items[0], 'id') ?? textAt(items[0], 'PropertyID')
      // A server that ignores page numbers returns everything each time.
      if (number > 1 && first !== null && first === first_before) return
      first_before = first
      yield { items, answer }
      const has_next = answer.has_next ?? items.length === PAGE_SIZE
      if (!has_next || items.length === 0) return
    }
    throw new VendorFault('Entrata returned too many pages.')
  }

  /** Runs a call for something that rows can do without. */
  async function ifGranted<T>({ warn }: PullOptions, otherwise: T, work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof VendorFault || error instanceof PropertyNotReachable)) throw error
      warn?.({ code: 'NOT_GRANTED', text: error.message })
      return otherwise
    }
  }

  const readCustomers = (property_id: string, ids: readonly string[], options: PullOptions) =>
    ifGranted<Map<string, CustomerFacts>>(options, new Map(), async () => {
      const params = { propertyId: property_id, customerIds: ids.join(',') }
      const method = { group: 'customers', method: 'getCustomers', version: 'r1', params, property_id }
      return customersOf((await call({ ...method, page: null }, options.signal)).result)
    })

  /** Reads rented parking: one call for each lease, because that is the only form that is documented. */
  const readSpots = (property_id: string, leases: readonly string[], options: PullOptions) => {
    const spots = new Map<string, string[]>()
    return ifGranted(options, spots, async () => {
      for (const leaseId of leases) {
        const params = { propertyId: property_id, leaseId, includeAddOns: '1' }
        const method = { group: 'leases', method: 'getLeaseDetails', version: 'r2', params, property_id }
        const { result } = await call({ ...method, page: null }, options.signal)
        const names = parkingOf(findAll(result, 'addOns'))
        if (names.length > 0) spots.set(leaseId, names)
      }
      return spots
    })
  }

  async function* readLeases(property_id: string, filter: Record<string, string>, options: PullOptions) {
    const params = {
      propertyId: property_id,
      includeLeaseHistory: '0',
      includeOtherIncomeLeases: '0',
      // Ledgers and personal details are not even requested.
      includeArTransactions: '0',
      includeDemographics: '0',
      ...filter,
    }
    const method = { group: 'leases', method: 'getLeases', version: 'r2', params, property_id }
    const itemsOf = (result: unknown) => allAt(result, 'leases', 'lease')
    for await (const { items, answer } of pages(method, itemsOf, options.signal)) {
      // A response without a list is no list without leases, unless it is empty as a whole.
      if (items.length === 0 && !isEmptyList(answer.result))
        throw new VendorFault('The response has no list of leases.')
      const { customers, spots } = await readExtras(property_id, items, options)
      options.signal.throwIfAborted()
      yield items.flatMap((lease) => rowsOfLease({ property_id, customers, spots }, lease))
    }
  }

  async function readExtras(property_id: string, leases: readonly unknown[], options: PullOptions) {
    const wants = (extra: Connection['extras'][number]) =>
      connection.extras.includes(extra) && leases.length > 0
    const people = leases.flatMap((lease) =>
      allAt(lease, 'customers', 'customer').flatMap((each) => textAt(each, 'id') ?? []),
    )
    return {
      customers: wants('VEHICLES')
        ? await readCustomers(property_id, [...new Set(people)], options)
        : new Map<string, CustomerFacts>(),
      spots: wants('SPOTS')
        ? await readSpots(
            property_id,
            leases.flatMap((lease) => textAt(lease, 'id') ?? []),
            options,
          )
        : new Map<string, string[]>(),
    }
  }

  return {
    async listProperties(signal) {
      await call(
        { group: 'status', method: 'getStatus', version: 'r1', params: {}, page: null, property_id: null },
        signal,
      )
      const ids = values.list('property_ids')
      const params: Record<string, string> = { showAllStatus: '0' }
      if (ids.length > 0) params['propertyIds'] = ids.join(',')
      const method = {
        group: 'properties',
        method: 'getProperties',
        version: 'r1',
        params,
        property_id: null,
      }
      const properties: VendorProperty[] = []
      for await (const { items } of pages(
        method,
        (result) => allAt(result, 'PhysicalProperty', 'Property'),
        signal,
      ))
        properties.push(...propertiesOf(items))
      return properties
    },

    async *pull(property_id, options) {
      yield* readLeases(property_id, { leaseStatusTypeIds: '3,4,5' }, options)
      // Who left recently, so that their access ends even if no pull happened in between.
      const from = new Date((options.since ?? net.now()).getTime() - (options.since ? 7 : 30) * day_ms)
      yield* readLeases(property_id, { leaseStatusTypeIds: '6', moveOutDateFrom: dateText(from) }, options)
    },
  }
}

/** An empty list is an empty object, array, or text, because the vendor translates XML to JSON. */
const isEmptyList = (result: unknown): boolean =>
  typeof result === 'object' &&
  result !== null &&
  Object.keys(result).some((key) => key.toLowerCase() === 'leases') &&
  allAt(result, 'leases').every(
    (leases) =>
      typeof leases === 'string' ||
      Object.keys(leases ?? {}).length === 0 ||
      Object.hasOwn(Object(leases), 'lease'),
  )

const two = (value: number): string => String(value).padStart(2, '0')
const dateText = (at: Date): string =>
  `${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}/${at.getUTCFullYear()}`
