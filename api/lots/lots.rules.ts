import type { Input } from '@openspot/contract/call.ts'
import type { PublicLot, StaffLot, updateLot } from '@openspot/contract/lots.ts'
import { hoursFault } from '@openspot/core/availability/opening-hours.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { logoUrl } from '../files/picture.rules.ts'
import type { LotRow } from './lots.sql.ts'

/** A lot as the contract shows it. */
export function publicLot(row: LotRow): PublicLot {
  return {
    id: row.id,
    public_id: row.public_id,
    name: row.name,
    description: row.description,
    managed_by: row.managed_by,
    logo_url: row.logo_file_id && logoUrl(row.public_id, row.logo_file_id),
    street: row.street,
    city: row.city,
    region: row.region,
    postal_code: row.postal_code,
    country: row.country,
    lat: row.lat,
    lng: row.lng,
    boundary: row.boundary,
    time_zone: row.time_zone,
    spot_count: row.spot_count,
    snap_minutes: row.snap_minutes,
    hold_minutes: row.hold_minutes,
    cancel_until_minutes_after_start: row.cancel_until_minutes_after_start,
    opening_hours: shownHours(row.opening_hours),
    overnight_allowed: row.overnight_allowed,
    price_configuration: {
      currency: row.currency,
      cents_per_currency_unit: row.cents_per_currency_unit,
      min_reservation_price: row.min_reservation_price,
      max_reservation_price: row.max_reservation_price,
      half_hour_cents: row.half_hour_cents,
      hour_cents: row.hour_cents,
      day_cents: row.day_cents,
      month_cents: row.month_cents,
      event_cents: row.event_cents,
      day_from_hours: row.day_from_hours,
      month_from_days: row.month_from_days,
      service_fee_cents: row.service_fee_cents,
      service_fee_bps: row.service_fee_bps,
    },
  }
}

/** As the answer may carry them: lists that it could change. */
function shownHours(hours: LotRow['opening_hours']): PublicLot['opening_hours'] {
  if (hours === null) return null
  return Object.fromEntries(Object.entries(hours).map(([day, ranges]) => [day, [...(ranges ?? [])]]))
}

/** A lot as its people see it. */
export function staffLot(row: LotRow, role: StaffLot['role']): StaffLot {
  return {
    ...publicLot(row),
    is_private: row.is_private,
    accept_hours: row.accept_hours,
    offer_minutes: row.offer_minutes,
    host_notice_days: row.host_notice_days,
    gives_back_rest: row.gives_back_rest,
    host_rate_min_bps: row.host_rate_min_bps,
    host_rate_max_bps: row.host_rate_max_bps,
    platform_share_bps: row.platform_share_bps,
    terms_version: row.terms_version,
    role,
  }
}

const roles = {
  member: 'MEMBER',
  patroller: 'PATROLLER',
  admin: 'ADMIN',
  super_admin: 'SUPER_ADMIN',
} as const

/** The reader's own role in the lot: grants of a role come before those of the platform. */
export function roleOf({ granted }: Pick<FastifyRequest, 'granted'>): StaffLot['role'] {
  return roles[granted as keyof typeof roles] ?? null
}

export type LotPatch = Input<typeof updateLot>['body']

/** Refuses a change after which the lot would make no sense, naming the field that was sent. */
export function checkLotPatch(lot: LotRow, patch: LotPatch): void {
  const fault = hoursFault(patch.opening_hours ?? null)
  if (fault) refuse('request_invalid', { field: `opening_hours.${fault.field}`, message: fault.message })
  const next = { ...lot, ...patch }
  if (next.min_reservation_price > next.max_reservation_price) {
    refuse('request_invalid', {
      field: patch.max_reservation_price === undefined ? 'min_reservation_price' : 'max_reservation_price',
      message: 'The highest price of a booking must not be below the lowest.',
    })
  }
  if (next.host_rate_min_bps > next.host_rate_max_bps) {
    refuse('request_invalid', {
      field: patch.host_rate_max_bps === undefined ? 'host_rate_min_bps' : 'host_rate_max_bps',
      message: 'The highest rate of a host must not be below the lowest.',
    })
  }
  checkRates(next, patch)
}

const rates = [
  ['half_hour_cents', 'half an hour'],
  ['hour_cents', 'an hour'],
  ['day_cents', 'a day'],
  ['month_cents', 'a month'],
] as const

/** A block that costs less than a shorter one is a slip of the finger: nobody would ever pay the shorter one. */
function checkRates(next: Pick<LotRow, (typeof rates)[number][0]>, patch: LotPatch): void {
  for (const [at, [longer, long]] of rates.entries()) {
    for (const [shorter, short] of rates.slice(0, at)) {
      const isNew = patch[longer] !== undefined || patch[shorter] !== undefined
      const [long_cents, short_cents] = [next[longer], next[shorter]]
      if (!isNew || long_cents === null || short_cents === null || long_cents >= short_cents) continue
      const field = patch[longer] === undefined ? shorter : longer
      refuse('request_invalid', {
        field,
        message: `${capitalized(long)} would cost less than ${short}. Raise the one or lower the other.`,
      })
    }
  }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
