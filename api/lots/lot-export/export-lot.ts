import type { LotExport } from '@openspot/contract/lots/lot-export.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { rateColumns } from '../../booking/availability/availability.rules.ts'
import {
  type AvailabilityRuleRow,
  listAvailabilityRules,
} from '../../booking/availability/availability.sql.ts'
import { listAllPrices, type PriceRow } from '../../booking/prices/prices.sql.ts'
import { listZones } from '../../booking/prices/zones.sql.ts'
import { listRuleSets } from '../../booking/rule-sets/rule-sets.sql.ts'
import { refuse } from '../../errors.ts'
import { lotOf } from '../../plugins/access.ts'
import { getSettings, type SettingsRow } from '../lot-settings/settings.sql.ts'
import { factsOf, toOpeningHours } from '../lots/lots.rules.ts'
import { boundColumns, writtenOf } from '../spots/spots.rules.ts'
import { listSpots } from '../spots/spots.sql.ts'
import { listGroups, listPeople, listReservingRules } from './export.sql.ts'
import { exportPlaces } from './export-places.ts'

/** Returns a lot as one document, read at one instant. Audits the export and whether it included people. */
export async function exportLot(
  app: FastifyInstance,
  request: FastifyRequest,
  withPeople: boolean,
): Promise<LotExport> {
  const lot_id = lotOf(request)
  if (withPeople && request.granted === 'admin') {
    refuse('forbidden', { field: 'people', message: (t) => t('apiErrors.lot.exportByOwner') })
  }
  const exported_at = app.ports.now().toISOString()
  return app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const lot = await getSettings(tx, lot_id)
      const spots = await listSpots(tx, lot_id)
      const labels = new Map(spots.map(({ id, label }) => [id, label]))
      const kept = await listReservingRules(tx, lot_id)
      const rules = await listAvailabilityRules(tx, lot_id, null, exported_at)
      const people = withPeople ? { people: await listPeople(tx, lot_id) } : {}
      const document: LotExport = {
        format: 'openspot-lot',
        version: 1,
        exported_at,
        details: detailsOf(lot),
        settings: settingsOf(lot),
        zones: (await listZones(tx, lot_id)).map(({ id, name, rates }) => ({ id, name, rates })),
        spots: spots.map(({ label, type, features, level, zone_id, shape, ...row }) => {
          return {
            label,
            type,
            features,
            level,
            zone_id,
            rates: rateColumns(row),
            ...boundColumns(row),
            ...writtenOf(row),
            shape,
          }
        }),
        calendar_prices: (await listAllPrices(tx, lot_id)).map(calendarPrice),
        rule_sets: (await listRuleSets(tx, lot_id)).map(({ id, name, is_default, rules, fine_terms }) => {
          return { id, name, is_default, rules, fine_terms }
        }),
        groups: await listGroups(tx, lot_id),
        availability_rules: rules
          .filter(({ id, kind }) => kind === 'CLOSED' && !kept.has(id))
          .map((row) => closure(row, labels)),
        ...(await exportPlaces(tx, lot, app.settings.public_url)),
        ...people,
      }
      const details = { people: withPeople ? (document.people?.length ?? 0) : null, spots: spots.length }
      await writeAudit(tx, request, {
        action: 'lot.export',
        subject_kind: 'lot',
        subject_id: lot_id,
        details,
      })
      return document
    })
}

const detailsOf = (lot: SettingsRow): LotExport['details'] => ({
  name: lot.name,
  description: lot.description,
  entry_instructions: lot.entry_instructions,
  house_rules: lot.house_rules,
  language: lot.language,
  texts: lot.texts,
  managed_by: lot.managed_by,
  street: lot.street,
  city: lot.city,
  region: lot.region,
  postal_code: lot.postal_code,
  country: lot.country,
  lat: lot.lat,
  lng: lot.lng,
  time_zone: lot.time_zone,
  boundary: lot.boundary,
  ...factsOf(lot),
  contact_phone: lot.contact_phone,
  contact_email: lot.contact_email,
})

const settingsOf = (lot: SettingsRow): LotExport['settings'] => ({
  ...rateColumns(lot),
  day_from_hours: lot.day_from_hours,
  month_from_days: lot.month_from_days,
  min_reservation_price: lot.min_reservation_price,
  max_reservation_price: lot.max_reservation_price,
  snap_minutes: lot.snap_minutes,
  hold_minutes: lot.hold_minutes,
  cancel_until_minutes_after_start: lot.cancel_until_minutes_after_start,
  opening_hours: toOpeningHours(lot.opening_hours),
  overnight_allowed: lot.overnight_allowed,
  accept_hours: lot.accept_hours,
  offer_minutes: lot.offer_minutes,
  host_notice_days: lot.host_notice_days,
  gives_back_rest: lot.gives_back_rest,
  long_term_days: lot.long_term_days,
  problem_full_refund_minutes: lot.problem_full_refund_minutes,
  fine_due_days: lot.fine_due_days,
  fine_appeal_days: lot.fine_appeal_days,
  camera_image_hours: lot.camera_image_hours,
  camera_grace_minutes: lot.camera_grace_minutes,
  host_rate_min_bps: lot.host_rate_min_bps,
  host_rate_max_bps: lot.host_rate_max_bps,
  is_private: lot.is_private,
  invite_only: lot.invite_only,
  is_plate_check_public: lot.is_plate_check_public,
  refuses_vehicles_elsewhere: lot.refuses_vehicles_elsewhere,
  currency: lot.currency,
  host_share_bps: lot.host_share_bps,
  payout_hold_hours: lot.payout_hold_hours,
  failed_payment_days: lot.failed_payment_days,
  failed_payment_rule: lot.failed_payment_rule,
  refund_undo_minutes: lot.refund_undo_minutes,
  approval_limit_cents: lot.approval_limit_cents,
})

function calendarPrice(row: PriceRow): LotExport['calendar_prices'][number] {
  const { name, starts_at, ends_at, repeat_frequency, weekdays, until_on } = row
  const { percent_bps, amount_cents, units, zone_ids, is_published } = row
  const recurrence = { starts_at, ends_at, repeat_frequency, weekdays: [...weekdays], until_on }
  return { name, ...recurrence, percent_bps, amount_cents, units, zone_ids, is_published }
}

function closure(
  row: AvailabilityRuleRow,
  labels: ReadonlyMap<string, string>,
): LotExport['availability_rules'][number] {
  const { starts_at, ends_at, repeat_frequency, weekdays, until_on, spot_id, zone_id, note } = row
  const recurrence = { starts_at, ends_at, repeat_frequency, weekdays: [...weekdays], until_on }
  return { ...recurrence, spot: spot_id === null ? null : (labels.get(spot_id) ?? null), zone_id, note }
}
