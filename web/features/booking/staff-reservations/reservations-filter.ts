import { type listParkHistoryRoute, reservationRanges } from '@openspot/contract/booking/reservations.ts'
import type { Input } from '@openspot/contract/call.ts'
import { isOneOf, type ReservationStatus, reservationStatuses } from '@openspot/core/enums.ts'
import { isoOf } from '@openspot/core/time/instant.ts'
import { plusLocalDays, startOfDate } from '@openspot/core/time/zone.ts'

export const whens = ['all', 'upcoming', 'running', 'ahead', 'past'] as const
export const sorts = ['latest', 'earliest'] as const
export const payments = ['FAILED'] as const

/** The filter and order of the reservations, kept in the URL. */
export interface ReservationsFilter {
  when: (typeof whens)[number]
  status: ReservationStatus | null
  /** Local days, both included. */
  from_on: string | null
  until_on: string | null
  /** What the days apply to; null for the whole time. */
  range_of: (typeof reservationRanges)[number] | null
  payment: (typeof payments)[number] | null
  spot_id: string | null
  /** A plate, a name, or a spot label. */
  q: string
  sort: (typeof sorts)[number]
}

export const noFilter: ReservationsFilter = {
  when: 'all',
  status: null,
  from_on: null,
  until_on: null,
  range_of: null,
  payment: null,
  spot_id: null,
  q: '',
  sort: 'latest',
}

const names = Object.keys(noFilter) as (keyof ReservationsFilter)[]

/** What the list shows at first: who is here now and comes next. */
const firstFilter: ReservationsFilter = { ...noFilter, when: 'upcoming', sort: 'earliest' }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * Parses the filter from the URL; invalid values are ignored. Without any parameter it is the first one; a link with parameters, such
 * as one to failed payments, means all reservations otherwise.
 */
export function readReservationsFilter(params: URLSearchParams): ReservationsFilter {
  if (!names.some((name) => params.has(name))) return firstFilter
  const [when, status, sort, range_of, payment] = ['when', 'status', 'sort', 'range_of', 'payment'].map(
    (name) => params.get(name),
  )
  const spot_id = params.get('spot_id')
  return {
    when: isOneOf(whens, when) ? when : 'all',
    status: isOneOf(reservationStatuses, status) ? status : null,
    from_on: readDay(params.get('from_on')),
    until_on: readDay(params.get('until_on')),
    range_of: isOneOf(reservationRanges, range_of) ? range_of : null,
    payment: isOneOf(payments, payment) ? payment : null,
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

/** Returns the URL parameters of a filter; none for the first one. */
export function reservationsParams(filter: ReservationsFilter): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filter)) {
    if (value && value !== noFilter[name as keyof ReservationsFilter]) params.set(name, value)
  }
  if (params.size === 0) params.set('when', noFilter.when)
  return isFirst(filter) ? new URLSearchParams() : params
}

/** Whether two filters are the same except for the order. */
const isSame = (one: ReservationsFilter, other: ReservationsFilter): boolean =>
  names.every((name) => name === 'sort' || one[name] === other[name])

/** Whether the list shows what it shows at first, in any order. */
export const isFirstList = (filter: ReservationsFilter): boolean => isSame(filter, firstFilter)

const isFirst = (filter: ReservationsFilter): boolean =>
  isFirstList(filter) && filter.sort === firstFilter.sort

/** Whether the list is filtered. */
export const isNarrowed = (filter: ReservationsFilter): boolean => !isSame(filter, noFilter)

type Query = Input<typeof listParkHistoryRoute>['query']

/** Returns the API query of a filter; local days become instants. */
export function reservationsQuery(lot_id: string, zone: string, filter: ReservationsFilter): Query {
  const { when, status, from_on, until_on, range_of, payment, spot_id, q, sort } = filter
  return {
    lot_id,
    sort,
    ...(when === 'all' ? {} : { when }),
    ...(status ? { status } : {}),
    ...(from_on ? { starts_at: isoOf(startOfDate(zone, from_on)) } : {}),
    ...(until_on ? { ends_at: isoOf(plusLocalDays(zone, startOfDate(zone, until_on), 1)) } : {}),
    ...(range_of && (from_on || until_on) ? { range_of } : {}),
    ...(payment ? { payment } : {}),
    ...(spot_id ? { spot_id } : {}),
    ...(q.trim() ? { q: q.trim() } : {}),
  }
}
