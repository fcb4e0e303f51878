import type { Input } from '@openspot/contract/call.ts'
import type { StaffLot, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { hoursFault } from '@openspot/core/availability/opening-hours.ts'
import { isCurrency } from '@openspot/core/money/currencies.ts'
import { isZone } from '@openspot/core/time/zone.ts'
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
  if (platforms) refuse('forbidden', { field: platforms, message: 'Only a platform admin can change this.' })
  const owners = role === 'SUPER_ADMIN' ? undefined : sent(superAdminFields)
  if (owners) refuse('forbidden', { field: owners, message: 'Only an owner of the lot can change this.' })
}

/** Throws `request_invalid` on the sent field if the change would make the lot inconsistent. */
export function checkLotPatch(lot: LotRow, patch: LotPatch): void {
  const fault = hoursFault(patch.opening_hours ?? null)
  if (fault) refuse('request_invalid', { field: `opening_hours.${fault.field}`, message: fault.message })
  if (patch.currency !== undefined && !isCurrency(patch.currency)) {
    refuse('request_invalid', { field: 'currency', message: `"${patch.currency}" is not a valid currency.` })
  }
  if (patch.time_zone !== undefined && !isZone(patch.time_zone)) {
    refuse('request_invalid', {
      field: 'time_zone',
      message: `"${patch.time_zone}" is not a valid time zone.`,
    })
  }
  const next = { ...lot, ...patch }
  if (next.min_reservation_price > next.max_reservation_price) {
    refuse('request_invalid', {
      field: patch.max_reservation_price === undefined ? 'min_reservation_price' : 'max_reservation_price',
      message: 'The maximum charge must not be below the minimum charge.',
    })
  }
  if (next.host_rate_min_bps > next.host_rate_max_bps) {
    refuse('request_invalid', {
      field: patch.host_rate_max_bps === undefined ? 'host_rate_min_bps' : 'host_rate_max_bps',
      message: 'The maximum host rate must not be below the minimum host rate.',
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

/** A block that costs less than a shorter one must be a typo, because nobody would ever pay for the shorter one. */
function checkRates(next: Pick<LotRow, (typeof rates)[number][0]>, patch: LotPatch): void {
  for (const [at, [longer, long]] of rates.entries()) {
    for (const [shorter, short] of rates.slice(0, at)) {
      const isNew = patch[longer] !== undefined || patch[shorter] !== undefined
      const [long_cents, short_cents] = [next[longer], next[shorter]]
      if (!isNew || long_cents === null || short_cents === null || long_cents >= short_cents) continue
      const field = patch[longer] === undefined ? shorter : longer
      refuse('request_invalid', {
        field,
        message: `${capitalized(long)} would cost less than ${short}. Raise the longer rate or lower the shorter one.`,
      })
    }
  }
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
