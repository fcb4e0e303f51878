import { reservationStatuses, spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { MAX_SPOTS_AT_ONCE } from '@openspot/core/spots/labels.ts'
import { eachSpotFact, spotFactNames } from '@openspot/core/spots/spot-facts.ts'
import { type Static, Type } from 'typebox'
import { RateSet, RateSetInput, SpotPriceBoundsInput } from '../booking/prices.ts'
import {
  Assignee,
  Id,
  Instant,
  LotParams,
  Nullable,
  Page,
  PageQuery,
  Ring,
  SeenName,
  StrictObject,
  StringEnum,
  TableSeparator,
} from '../common.ts'
import { grants, route } from '../route.ts'
import { SpotFactsInput, SpotParams, StaffSpot } from './spots.ts'

const lot = { kind: 'lot', in: 'params', name: 'lot_id' } as const
const admins = ['admin', 'super_admin', 'platform_admin'] as const

export const listLotSpotsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/spots',
  config: { access: grants.staff, errors: [], subject: lot },
  schema: {
    summary: 'List the spots of a lot for its staff, by label',
    tags: ['spots'],
    params: LotParams,
    querystring: Type.Object({
      q: Type.Optional(
        Type.String({ maxLength: 80, description: 'Part of a label, a note, or an assignee’s name.' }),
      ),
      type: Type.Optional(StringEnum(spotTypes)),
      zone_id: Type.Optional(Id),
      assigned: Type.Optional(Type.Boolean({ description: 'Only assigned or only unassigned spots.' })),
      ...PageQuery,
    }),
    response: { 200: Page(StaffSpot) },
  },
})

const Labels = Type.String({
  minLength: 1,
  maxLength: 20_000,
  description: 'Labels and ranges of labels, separated by commas or line breaks: A1-A20, P1-001..P1-120.',
})
/** Properties of a spot other than its label. */
const SpotFacts = {
  type: Type.Optional(StringEnum(spotTypes)),
  features: Type.Optional(Type.Array(StringEnum(spotFeatures), { maxItems: 10, uniqueItems: true })),
  level: Type.Optional(Type.Integer({ minimum: -20, maximum: 200 })),
  zone_id: Type.Optional(Nullable(Id)),
  rates: Type.Optional(RateSetInput),
  ...SpotPriceBoundsInput,
  ...SpotFactsInput,
}

export const createSpotsRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/spots',
  config: { access: admins, errors: ['labels_taken', 'lot_too_large'], subject: lot },
  schema: {
    summary: 'Create one or more similar spots: all of them, or none',
    tags: ['spots'],
    params: LotParams,
    body: StrictObject({
      labels: Labels,
      ...SpotFacts,
      shapes: Type.Optional(
        Type.Array(StrictObject({ label: Type.String({ minLength: 1, maxLength: 20 }), shape: Ring }), {
          maxItems: MAX_SPOTS_AT_ONCE,
          description: 'The outlines of some of these spots on the ground.',
        }),
      ),
    }),
    response: { 201: Type.Object({ items: Type.Array(StaffSpot) }) },
  },
})

export const previewSpotsRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/spots/preview',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: 'Preview which labels would be added and which are in use. Nothing is added',
    tags: ['spots'],
    params: LotParams,
    body: StrictObject({ labels: Labels }),
    response: { 200: Type.Object({ labels: Type.Array(Type.String()), taken: Type.Array(Type.String()) }) },
  },
})

/** A row of a spots import, as parsed. */
export const SpotRow = Type.Object({
  line: Type.Integer({
    description: 'The number that a spreadsheet shows beside the row; the header is in row 1.',
  }),
  label: Type.String(),
  type: Nullable(StringEnum(spotTypes)),
  features: Type.Array(StringEnum(spotFeatures)),
  level: Nullable(Type.Integer()),
  zone: Nullable(Type.String()),
  rates: RateSet,
  min_reservation_price: Nullable(Type.Integer({ description: 'In minor units. Null: that of the lot.' })),
  max_reservation_price: Nullable(Type.Integer({ description: 'In minor units. Null: that of the lot.' })),
  ...eachSpotFact(() => Nullable(Type.String())),
  errors: Type.Array(Type.Object({ column: Type.String(), message: Type.String() })),
})
export type SpotRow = Static<typeof SpotRow>

export const importSpotsRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/spots/csv',
  config: { access: admins, errors: ['labels_taken', 'lot_too_large', 'rows_refused'], subject: lot },
  schema: {
    summary: `Create spots from a CSV table with the column label and the optional columns type, features, level, zone, half_hour, hour, day, month, min_reservation_price, max_reservation_price, ${spotFactNames.join(', ')}: all of them, or none. Columns of the exported list that say who has a spot are ignored. A preview adds nothing and lists the errors by row`,
    tags: ['spots'],
    params: LotParams,
    body: StrictObject({
      csv: Type.String({ minLength: 1, maxLength: 500_000 }),
      is_preview: Type.Optional(Type.Boolean()),
    }),
    response: {
      200: Type.Object({
        separator: TableSeparator,
        rows: Type.Array(SpotRow),
        refused: Type.Integer({ description: 'Rows with errors.' }),
        added: Type.Integer(),
        zones: Type.Array(Type.String(), { description: 'Zones that the import creates.' }),
      }),
    },
  },
})

export const updateSpotsRoute = route({
  method: 'PATCH',
  url: '/api/v1/lots/:lot_id/spots',
  config: { access: admins, errors: ['spot_assigned'], subject: lot },
  schema: {
    summary: 'Change many spots of a lot at once: all of them, or none',
    tags: ['spots'],
    params: LotParams,
    body: StrictObject({
      spot_ids: Type.Array(Id, { minItems: 1, maxItems: MAX_SPOTS_AT_ONCE, uniqueItems: true }),
      ...SpotFacts,
      add_features: SpotFacts.features,
      remove_features: SpotFacts.features,
    }),
    response: { 200: Type.Object({ items: Type.Array(StaffSpot) }) },
  },
})

/** How long the deletion of a spot can be undone, in minutes. */
export const RESTORE_MINUTES = 60
/** How many deleted spots are listed. */
export const MAX_DELETED_SHOWN = 100

export const DeletedSpot = Type.Object({ id: Id, label: Type.String(), deleted_at: Instant })
export type DeletedSpot = Static<typeof DeletedSpot>

export const listDeletedSpotsRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/spots/deleted',
  config: { access: admins, errors: [], subject: lot },
  schema: {
    summary: `List the spots whose deletion can still be undone, the latest ${MAX_DELETED_SHOWN} of them first`,
    tags: ['spots'],
    params: LotParams,
    response: {
      200: Type.Object({
        items: Type.Array(DeletedSpot),
        total: Type.Integer({ description: 'How many can be restored, also those that are not listed.' }),
      }),
    },
  },
})

export const restoreSpotsRoute = route({
  method: 'POST',
  url: '/api/v1/lots/:lot_id/spots/restore',
  config: { access: admins, errors: ['labels_taken', 'lot_too_large'], subject: lot },
  schema: {
    summary: `Undo the deletion of spots, with their availability rules and assignments, within ${RESTORE_MINUTES} minutes: all of them, or none`,
    tags: ['spots'],
    params: LotParams,
    body: StrictObject({
      spot_ids: Type.Array(Id, { minItems: 1, maxItems: MAX_SPOTS_AT_ONCE, uniqueItems: true }),
    }),
    response: { 200: Type.Object({ items: Type.Array(StaffSpot) }) },
  },
})

/** What depends on a spot that can be removed. */
export const SpotRemoval = Type.Object({
  reservations: Type.Array(
    Type.Object({
      reservation_id: Id,
      status: StringEnum(reservationStatuses),
      name: SeenName,
      starts_at: Instant,
      ends_at: Nullable(Instant),
    }),
    { description: 'The next 20 current and upcoming reservations, which must be moved or ended first.' },
  ),
  reservation_count: Type.Integer(),
  availability_rule_count: Type.Integer({ description: 'Availability rules that are deleted with it.' }),
  is_assigned: Type.Boolean(),
  assigned_to: Assignee,
  upcoming_assignment_count: Type.Integer({ description: 'Upcoming assignments that are canceled.' }),
  past_reservation_count: Type.Integer({ description: 'Past reservations, which keep the spot’s label.' }),
})
export type SpotRemoval = Static<typeof SpotRemoval>

export const previewSpotRemovalRoute = route({
  method: 'GET',
  url: '/api/v1/spots/:spot_id/removal',
  config: { access: admins, errors: [], subject: { kind: 'spot', in: 'params', name: 'spot_id' } },
  schema: {
    summary: 'Preview what deleting a spot would affect, and what prevents it',
    tags: ['spots'],
    params: SpotParams,
    response: { 200: SpotRemoval },
  },
})
