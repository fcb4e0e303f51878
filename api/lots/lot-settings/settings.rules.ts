import type { Input } from '@openspot/contract/call.ts'
import type { StaffLot, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { hoursFault } from '@openspot/core/availability/opening-hours.ts'
import { distanceMeters } from '@openspot/core/geo/cells.ts'
import { flatten } from '@openspot/core/geo/outline.ts'
import { isCountry } from '@openspot/core/lots/countries.ts'
import { isCurrency } from '@openspot/core/money/currencies.ts'
import { isZone } from '@openspot/core/time/zone.ts'
import { localeNames } from '@openspot/messages/locales.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { phoneOf } from '../../phones.ts'
import { publicLot } from '../lots/lots.rules.ts'
import type { LotRow } from '../lots/lots.sql.ts'
import type { SettingsRow } from './settings.sql.ts'

/** Maps a row to a lot as its members see it, with the money settings that the caller's role may see. */
export function staffLot(row: SettingsRow, role: StaffLot['role']): StaffLot {
  return {
    ...publicLot(row, null),
    entry_instructions: row.entry_instructions,
    language: row.language,
    texts: row.texts,
    is_private: row.is_private,
    invite_only: row.invite_only,
    is_plate_check_public: row.is_plate_check_public,
    refuses_vehicles_elsewhere: row.refuses_vehicles_elsewhere,
    is_retired: row.retired_at !== null,
    trust_level: row.trust_level,
    trust_reason: row.trust_reason,
    spot_limit: row.spot_limit,
    contact_phone: row.contact_phone,
    contact_email: row.contact_email,
    accept_hours: row.accept_hours,
    offer_minutes: row.offer_minutes,
    host_notice_days: row.host_notice_days,
    gives_back_rest: row.gives_back_rest,
    long_term_days: row.long_term_days,
    problem_full_refund_minutes: row.problem_full_refund_minutes,
    fine_due_days: row.fine_due_days,
    fine_appeal_days: row.fine_appeal_days,
    camera_image_hours: row.camera_image_hours,
    camera_grace_minutes: row.camera_grace_minutes,
    host_rate_min_bps: row.host_rate_min_bps,
    host_rate_max_bps: row.host_rate_max_bps,
    ...(role === 'MEMBER' || role === 'PATROLLER' ? {} : billingOf(row)),
    terms_version: row.terms_version,
    version: row.version,
    role,
  }
}

const billingOf = (row: SettingsRow) => ({
  platform_share_bps: row.platform_share_bps,
  host_share_bps: row.host_share_bps,
  payout_hold_hours: row.payout_hold_hours,
  failed_payment_days: row.failed_payment_days,
  failed_payment_rule: row.failed_payment_rule,
  refund_undo_minutes: row.refund_undo_minutes,
  approval_limit_cents: row.approval_limit_cents,
})

const roles = {
  member: 'MEMBER',
  patroller: 'PATROLLER',
  admin: 'ADMIN',
  super_admin: 'SUPER_ADMIN',
} as const

/** Returns the caller's own role in the lot, or null for a platform admin. Role grants come before platform grants. */
export function roleOf({ granted }: Pick<FastifyRequest, 'granted'>): StaffLot['role'] {
  return roles[granted as keyof typeof roles] ?? null
}

export type LotPatch = Input<typeof updateLotRoute>['body']

/** Fields that only a super admin may set: where the lot's money goes, and how prices may change. */
const superAdminFields: readonly (keyof LotPatch)[] = [
  'currency',
  'host_share_bps',
  'payout_hold_hours',
  'failed_payment_days',
  'failed_payment_rule',
  'refund_undo_minutes',
  'approval_limit_cents',
  'is_retired',
]
/** Fields that only the platform may set. */
const platformFields: readonly (keyof LotPatch)[] = [
  'spot_limit',
  'service_fee_cents',
  'service_fee_bps',
  'platform_share_bps',
]

/** Throws `forbidden` on the first field that the caller may not set. */
export function checkFieldRights(patch: LotPatch, role: StaffLot['role']): void {
  if (role === null) return
  const sent = (fields: readonly (keyof LotPatch)[]) => fields.find((field) => patch[field] !== undefined)
  const platforms = sent(platformFields)
  if (platforms) refuse('forbidden', { field: platforms, message: (t) => t('apiErrors.lot.byPlatform') })
  const owners = role === 'SUPER_ADMIN' ? undefined : sent(superAdminFields)
  if (owners) refuse('forbidden', { field: owners, message: (t) => t('apiErrors.lot.byOwner') })
}

/** Throws `request_invalid` if a lot has a second version of its texts in the language in which it wrote them. */
export function checkTexts({ language, texts }: Pick<LotRow, 'language' | 'texts'>): void {
  if (texts[language] === undefined) return
  refuse('request_invalid', {
    field: 'texts',
    message: (t) => t('apiErrors.lot.textsTwice', { language: localeNames[language] }),
  })
}

/** Throws `request_invalid` on a country, currency, or time zone that does not exist. */
export function checkCodes({
  country,
  currency,
  time_zone,
}: Pick<LotPatch, 'country' | 'currency' | 'time_zone'>): void {
  if (country !== undefined && !isCountry(country)) {
    refuse('request_invalid', {
      field: 'country',
      message: (t) => t('apiErrors.lot.countryUnknown', { country }),
    })
  }
  if (currency !== undefined && !isCurrency(currency)) {
    refuse('request_invalid', {
      field: 'currency',
      message: (t) => t('apiErrors.lot.currencyUnknown', { currency }),
    })
  }
  if (time_zone !== undefined && !isZone(time_zone)) {
    refuse('request_invalid', {
      field: 'time_zone',
      message: (t) => t('apiErrors.lot.timeZoneUnknown', { zone: time_zone }),
    })
  }
}

/**
 * Returns the contact as it is stored: the number in E.164 form, the address in lower case. Throws `request_invalid` on a number that
 * does not exist in the lot's country.
 */
export function contactOf(
  { contact_phone, contact_email }: Pick<LotPatch, 'contact_phone' | 'contact_email'>,
  country: string,
): Pick<LotPatch, 'contact_phone' | 'contact_email'> {
  return {
    ...(contact_phone === undefined
      ? {}
      : { contact_phone: contact_phone && phoneOf(contact_phone, country, 'contact_phone') }),
    ...(contact_email === undefined ? {} : { contact_email: contact_email && contact_email.toLowerCase() }),
  }
}

/** The farthest that an outline may be from the point of its lot, in meters. */
const MAX_METERS = 3000

/** Throws `request_invalid` if an outline crosses itself, encloses nothing, or is not near the point of its lot. */
export function checkOutline(
  boundary: LotPatch['boundary'],
  { lat, lng }: { lat: number; lng: number },
): void {
  if (!boundary) return
  const refuseOutline = (message: Message) => refuse('request_invalid', { field: 'boundary', message })
  const flat = flatten(boundary)
  if (!flat.ok) {
    const fault = flat.code === 'crosses_itself' ? flat.code : 'other'
    refuseOutline((t) => t(`apiErrors.lot.outline.${fault}`))
  }
  const isFar = boundary.some((ring) =>
    ring.some(([x = 0, y = 0]) => distanceMeters(lat, lng, y, x) > MAX_METERS),
  )
  if (isFar) refuseOutline((t) => t('apiErrors.lot.outline.far', { km: MAX_METERS / 1000 }))
}

/** Throws `request_invalid` on the sent field if the change would make the lot inconsistent. */
export function checkLotPatch(lot: LotRow, patch: LotPatch): void {
  const fault = hoursFault(patch.opening_hours ?? null)
  if (fault)
    refuse('request_invalid', {
      field: `opening_hours.${fault.field}`,
      message: (t) => reasonText(t, fault.reason),
    })
  checkCodes(patch)
  const next = { ...lot, ...patch }
  checkTexts(next)
  checkOutline(patch.boundary, next)
  if (next.min_reservation_price > next.max_reservation_price) {
    refuse('request_invalid', {
      field: patch.max_reservation_price === undefined ? 'min_reservation_price' : 'max_reservation_price',
      message: (t) => t('apiErrors.lot.maxCharge'),
    })
  }
  if (next.host_rate_min_bps > next.host_rate_max_bps) {
    refuse('request_invalid', {
      field: patch.host_rate_max_bps === undefined ? 'host_rate_min_bps' : 'host_rate_max_bps',
      message: (t) => t('apiErrors.lot.maxHostRate'),
    })
  }
  checkRates(next, patch)
}

/** The longer and the shorter block of each pair. */
const pairs = [
  { long: 'hour_cents', short: 'half_hour_cents', name: 'hour_half_hour' },
  { long: 'day_cents', short: 'half_hour_cents', name: 'day_half_hour' },
  { long: 'day_cents', short: 'hour_cents', name: 'day_hour' },
  { long: 'month_cents', short: 'half_hour_cents', name: 'month_half_hour' },
  { long: 'month_cents', short: 'hour_cents', name: 'month_hour' },
  { long: 'month_cents', short: 'day_cents', name: 'month_day' },
] as const

/** A block that costs less than a shorter one must be a typo, because nobody would ever pay for the shorter one. */
function checkRates(next: Pick<LotRow, (typeof pairs)[number]['long' | 'short']>, patch: LotPatch): void {
  for (const { long, short, name } of pairs) {
    const isNew = patch[long] !== undefined || patch[short] !== undefined
    const [long_cents, short_cents] = [next[long], next[short]]
    if (!isNew || long_cents === null || short_cents === null || long_cents >= short_cents) continue
    refuse('request_invalid', {
      field: patch[long] === undefined ? short : long,
      message: (t) => t(`apiErrors.rates.${name}`),
    })
  }
}
