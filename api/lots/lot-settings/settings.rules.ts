import type { Input } from '@openspot/contract/call.ts'
import type { StaffLot, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { hoursFault } from '@openspot/core/availability/opening-hours.ts'
import { isCurrency } from '@openspot/core/money/currencies.ts'
import { isZone } from '@openspot/core/time/zone.ts'
import { reasonText } from '@openspot/messages/reason-text.ts'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../../errors.ts'
import { publicLot } from '../lots/lots.rules.ts'
import type { LotRow } from '../lots/lots.sql.ts'
import type { SettingsRow } from './settings.sql.ts'

/** Maps a row to a lot as its members see it, with the money settings that the caller's role may see. */
export function staffLot(row: SettingsRow, role: StaffLot['role']): StaffLot {
  return {
    ...publicLot(row),
    is_private: row.is_private,
    invite_only: row.invite_only,
    is_retired: row.retired_at !== null,
    trust_level: row.trust_level,
    spot_limit: row.spot_limit,
    accept_hours: row.accept_hours,
    offer_minutes: row.offer_minutes,
    host_notice_days: row.host_notice_days,
    gives_back_rest: row.gives_back_rest,
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
  'trust_level',
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

/** Throws `request_invalid` on the sent field if the change would make the lot inconsistent. */
export function checkLotPatch(lot: LotRow, patch: LotPatch): void {
  const fault = hoursFault(patch.opening_hours ?? null)
  if (fault)
    refuse('request_invalid', {
      field: `opening_hours.${fault.field}`,
      message: (t) => reasonText(t, fault.reason),
    })
  const { currency, time_zone } = patch
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
  const next = { ...lot, ...patch }
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
