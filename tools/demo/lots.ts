import type { LotRow } from '@openspot/api/lots/lots/lots.sql.ts'
import { computeSpotLayout } from '@openspot/core/geo/spot-layout.ts'
import type { DB, SpotFeature, SpotType } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { factsOfPlan } from './lot-facts.ts'
import { textsOfPlan } from './lot-texts.ts'
import { garages } from './plans/garages.ts'
import type { LotPlan } from './plans/lot-plan.ts'
import { specialLots } from './plans/special-lots.ts'
import { surfaceLots } from './plans/surface-lots.ts'
import type { Random } from './random.ts'

export const zone = 'America/Chicago'
const metersPerDegree = 111_195

export interface TownSpot {
  id: string
  spot_no: number
  label: string
  type: SpotType
  features: SpotFeature[]
  level: number
  shape: [number, number][] | null
  assigned_user_id: string | null
}

export interface TownLot {
  plan: LotPlan
  row: LotRow
  spots: TownSpot[]
}

/** Generates the lots: their outlines, their spots, and the special features of each. */
export function makeLots(random: Random): TownLot[] {
  return [...garages, ...surfaceLots, ...specialLots].map((plan) => {
    const ring = ringOf(plan)
    const layout = computeSpotLayout({ type: 'Polygon', coordinates: [ring] }, plan.spots ?? null)
    if (!layout.ok) throw new Error(`${plan.name}: ${layout.message}`)
    const kinds = (plan.kinds ?? []).flatMap((kind) => Array.from({ length: kind.count }, () => kind))
    const spots = layout.spots.map(
      (spot, at): TownSpot => ({
        id: random.id(),
        spot_no: at + 1,
        label: spot.label,
        type: kinds[at]?.type ?? 'STANDARD',
        features: [...(plan.features ?? []), ...(kinds[at]?.features ?? [])],
        level: spot.level,
        shape: spot.ring,
        assigned_user_id: null,
      }),
    )
    return { plan, row: rowOf(plan, ring, spots.length, random), spots }
  })
}

function ringOf({ at: [lng, lat], corners }: LotPlan): [number, number][] {
  const shrink = Math.cos((lat * Math.PI) / 180)
  const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7
  return [...corners, ...corners.slice(0, 1)].map(([east, north]) => [
    round(lng + east / (metersPerDegree * shrink)),
    round(lat + north / metersPerDegree),
  ])
}

function rowOf(plan: LotPlan, ring: [number, number][], spot_count: number, random: Random): LotRow {
  const corners = ring.slice(1)
  const middle = (axis: 0 | 1) =>
    Math.round((corners.reduce((sum, corner) => sum + corner[axis], 0) / corners.length) * 1e6) / 1e6
  return {
    id: random.id(),
    public_id: random.publicId(),
    name: plan.name,
    description: plan.about,
    managed_by: plan.operator,
    street: plan.street,
    city: 'Chicago',
    region: 'IL',
    postal_code: plan.postal_code,
    country: 'US',
    lat: middle(1),
    lng: middle(0),
    boundary: [ring],
    time_zone: zone,
    is_private: plan.is_private ?? false,
    currency: 'USD',
    cents_per_currency_unit: 100,
    min_reservation_price: 200,
    max_reservation_price: 150_000,
    half_hour_cents: null,
    hour_cents: null,
    day_cents: null,
    month_cents: null,
    ...plan.rates,
    day_from_hours: null,
    month_from_days: null,
    service_fee_cents: 0,
    service_fee_bps: 0,
    ...plan.fee,
    platform_share_bps: 1000,
    snap_minutes: 30,
    hold_minutes: 10,
    cancel_until_minutes_after_start: 15,
    opening_hours: null,
    overnight_allowed: true,
    accept_hours: 48,
    offer_minutes: 30,
    host_notice_days: 14,
    gives_back_rest: true,
    is_plate_check_public: true,
    refuses_vehicles_elsewhere: false,
    long_term_days: 45,
    problem_full_refund_minutes: 60,
    fine_due_days: 14,
    fine_appeal_days: 14,
    camera_image_hours: 24,
    camera_grace_minutes: 15,
    host_rate_min_bps: 5000,
    host_rate_max_bps: 20_000,
    has_own_rates: false,
    has_min_notice: false,
    terms_version: 1,
    spot_count,
    spot_features: [],
    takes_bookings: true,
    logo_file_id: null,
    photo_ids: [],
    entrance_photo_id: null,
    ...factsOfPlan(plan),
    ...textsOfPlan(plan),
    rating_count: 0,
    rating_stars: 0,
  }
}

/** Returns the columns to insert: the database counts spots itself and derives whether a lot takes bookings. */
export function lotRows(lots: readonly TownLot[], created_at: string): Insertable<DB['lots']>[] {
  return lots.map(
    ({
      row: { spot_count: _counted, takes_bookings: _derived, boundary, opening_hours, texts, ...row },
    }) => ({
      ...row,
      boundary: JSON.parse(JSON.stringify(boundary)),
      texts: JSON.parse(JSON.stringify(texts)),
      opening_hours: opening_hours && JSON.stringify(opening_hours),
      trust_level: 'TRUSTED',
      // A number that is reserved for fiction.
      contact_phone: '+13125550142',
      contact_email: 'frontdesk@parking.example',
      created_at,
    }),
  )
}

export function spotRows(lots: readonly TownLot[], created_at: string): Insertable<DB['spots']>[] {
  return lots.flatMap(({ row, spots }) => spots.map((spot) => ({ ...spot, lot_id: row.id, created_at })))
}
