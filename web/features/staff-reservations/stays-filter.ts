import type { Input } from '@openspot/contract/call.ts'
import type { listParkHistory } from '@openspot/contract/reservations.ts'
import { isOneOf, type ReservationStatus, reservationStatuses } from '@openspot/core/enums.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfDate } from '@openspot/core/time/zone.ts'

export const whens = ['all', 'upcoming', 'running', 'ahead', 'past'] as const
export const sorts = ['latest', 'earliest'] as const

/** Which stays of a lot are listed, and how; all of it is in the address of the page. */
export interface StaysFilter {
  when: (typeof whens)[number]
  status: ReservationStatus | null
  /** Days of the lot's calendar, both included. */
  from_on: string | null
  until_on: string | null
  spot_id: string | null
  /** A plate, a name, or a spot's label. */
  q: string
  sort: (typeof sorts)[number]
}

export const noFilter: StaysFilter = {
  when: 'all',
  status: null,
  from_on: null,
  until_on: null,
  spot_id: null,
  q: '',
  sort: 'latest',
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The filter an address asks for; what cannot be read is left out. */
export function readStaysFilter(params: URLSearchParams): StaysFilter {
  const [when, status, sort] = ['when', 'status', 'sort'].map((name) => params.get(name))
  const spot_id = params.get('spot_id')
  return {
    when: isOneOf(whens, when) ? when : 'all',
    status: isOneOf(reservationStatuses, status) ? status : null,
    from_on: readDay(params.get('from_on')),
    until_on: readDay(params.get('until_on')),
    spot_id: spot_id && uuid.test(spot_id) ? spot_id : null,
    q: (params.get('q') ?? '').slice(0, 60),
    sort: isOneOf(sorts, sort) ? sort : 'latest',
  }
}

function readDay(text: string | null): string | null {
  try {
    return text && startOfDate('UTC', text) ? text : null
  } catch {
    return null
  }
}

/** The filter as an address says it: only what differs from listing all. */
export function staysParams(filter: StaysFilter): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    if (value && value !== noFilter[name as keyof StaysFilter]) params.set(name, value)
  }
  return params
}

/** Whether anything is left out of the list. */
export const isNarrowed = (filter: StaysFilter): boolean =>
  staysParams({ ...filter, sort: noFilter.sort }).size > 0

type Query = Input<typeof listParkHistory>['query']

/** What the API is asked for a filter: days become the moments at which they begin and end in the lot. */
export function staysQuery(lot_id: string, zone: string, filter: StaysFilter): Query {
  const { when, status, from_on, until_on, spot_id, q, sort } = filter
  return {
    lot_id,
    sort,
    ...(when === 'all' ? {} : { when }),
    ...(status ? { status } : {}),
    ...(from_on ? { starts_at: isoOf(startOfDate(zone, from_on)) } : {}),
    ...(until_on ? { ends_at: isoOf(plusLocalDays(zone, startOfDate(zone, until_on), 1)) } : {}),
    ...(spot_id ? { spot_id } : {}),
    ...(q.trim() ? { q: q.trim() } : {}),
  }
}
