import { lotRoles, spotFeatures, spotTypes } from '@openspot/core/enums.ts'
import { pageKinds } from '@openspot/core/links/pages.ts'
import { MAX_CAPTION_LENGTH, MAX_LOT_PHOTOS } from '@openspot/core/lots/facts.ts'
import { eachSpotFact, spotFacts } from '@openspot/core/spots/spot-facts.ts'
import { type Static, Type } from 'typebox'
import { ImaginedCalendarPrice, RateSetInput, SpotPriceBoundsInput } from '../booking/prices.ts'
import { RecurrenceInput } from '../booking/recurrence.ts'
import { FineTerms, Rules } from '../booking/rule-sets.ts'
import { Id, Instant, LotParams, Nullable, PlainName, Ring, StrictObject, StringEnum } from '../common.ts'
import { LotContactInput } from '../lot-contact.ts'
import { LotFacts } from '../lot-facts.ts'
import { LotTexts } from '../lot-texts.ts'
import { route } from '../route.ts'
import { LotDetailsInput, LotSettingsInput } from './lot-settings.ts'
import { StaffLot } from './lots.ts'
import { MapPictureInput, Placement } from './maps.ts'

const Text = (maxLength: number) => Nullable(Type.String({ maxLength }))

const ExportedSpot = StrictObject({
  label: Type.String({ minLength: 1, maxLength: 20 }),
  type: StringEnum(spotTypes),
  features: Type.Array(StringEnum(spotFeatures), { maxItems: 10, uniqueItems: true }),
  level: Type.Integer({ minimum: -20, maximum: 200 }),
  zone_id: Nullable(Id),
  rates: RateSetInput,
  ...SpotPriceBoundsInput,
  // An export that is older than a fact lacks it.
  ...eachSpotFact((fact) => Type.Optional(Text(spotFacts[fact]))),
  shape: Nullable(Ring),
})

const ExportedPerson = StrictObject({
  email: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  first_name: Nullable(Type.String()),
  last_name: Nullable(Type.String()),
  role: StringEnum(lotRoles),
  group: Nullable(Type.String()),
  spots: Type.Array(Type.String(), { description: 'Labels of the spots that are assigned to them.' }),
})

const ExportedPicture = Nullable(Type.String({ minLength: 1, maxLength: 10_000_000 }), {
  description: 'A PNG, JPEG, or WebP file in Base64 (RFC 4648, section 4).',
})

const { spot_id: _, ...place } = Placement.properties
const ExportedMap = StrictObject({
  name: Type.String({ minLength: 1, maxLength: 60 }),
  position: Type.Integer({ minimum: 1, maximum: 100 }),
  width: Type.Integer({ minimum: 100, maximum: 10_000 }),
  height: Type.Integer({ minimum: 100, maximum: 10_000 }),
  picture: ExportedPicture,
  ...MapPictureInput,
  spots: Type.Array(
    StrictObject({ ...place, spot: Type.String({ maxLength: 20, description: 'The label of the spot.' }) }),
    { maxItems: 3000 },
  ),
})

const ExportedPhoto = StrictObject({
  caption: Type.String({ maxLength: MAX_CAPTION_LENGTH }),
  is_entrance: Type.Boolean(),
  picture: ExportedPicture,
})

const ExportedSign = StrictObject({
  place: Type.String({ minLength: 1, maxLength: 80 }),
  leads_to: StringEnum(pageKinds, {
    description: 'Signs of gates and of validation are not imported, because the document contains neither.',
  }),
  spot: Nullable(Type.String({ maxLength: 20, description: 'The label of the spot that it leads to.' })),
})

/**
 * A lot as one document: everything its staff set, and its people only on request. IDs link its parts and mean nothing
 * outside the document. It contains no reservations, no money, and nothing of the platform. Parts that are optional are missing in
 * older documents.
 */
export const LotExport = StrictObject({
  format: Type.Literal('openspot-lot'),
  version: Type.Literal(1),
  exported_at: Instant,
  details: StrictObject({
    ...LotDetailsInput,
    ...Type.Partial(Type.Object({ ...LotTexts, ...LotFacts, ...LotContactInput })).properties,
    boundary: Nullable(Type.Array(Ring, { maxItems: 100 })),
  }),
  settings: StrictObject(LotSettingsInput),
  zones: Type.Array(
    StrictObject({ id: Id, name: Type.String({ minLength: 1, maxLength: 60 }), rates: RateSetInput }),
    { maxItems: 500 },
  ),
  spots: Type.Array(ExportedSpot, { maxItems: 20_000 }),
  calendar_prices: Type.Array(ImaginedCalendarPrice, { maxItems: 2000 }),
  rule_sets: Type.Array(
    StrictObject({
      id: Id,
      name: Type.String({ minLength: 1, maxLength: 80 }),
      is_default: Type.Boolean(),
      rules: Rules,
      fine_terms: Type.Optional(Nullable(FineTerms)),
    }),
    { maxItems: 200 },
  ),
  groups: Type.Array(
    StrictObject({
      name: Type.String({ minLength: 1, maxLength: 80 }),
      unit: Text(40),
      rule_set_id: Nullable(Id),
    }),
    { maxItems: 5000 },
  ),
  availability_rules: Type.Array(
    StrictObject({
      ...RecurrenceInput,
      spot: Nullable(Type.String({ maxLength: 20, description: 'The label of the spot that it closes.' })),
      zone_id: Nullable(Id),
      note: Text(300),
    }),
    { maxItems: 5000, description: 'Current and upcoming closures of the lot, its zones, and its spots.' },
  ),
  logo: Type.Optional(ExportedPicture),
  maps: Type.Optional(Type.Array(ExportedMap, { maxItems: 50 })),
  photos: Type.Optional(
    Type.Array(ExportedPhoto, { maxItems: MAX_LOT_PHOTOS, description: 'In their order.' }),
  ),
  pictures_left_out: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: 'Pictures of maps and photos that would make the document too large.',
    }),
  ),
  signs: Type.Optional(Type.Array(ExportedSign, { maxItems: 500 })),
  redirects: Type.Optional(
    Type.Array(
      StrictObject({ public_id: Type.String({ maxLength: 40 }), name: Type.String({ maxLength: 120 }) }),
      {
        maxItems: 1000,
        description:
          'Lots whose visitors are redirected to this one. Not imported, because they go on being redirected there.',
      },
    ),
  ),
  people: Type.Optional(Type.Array(ExportedPerson, { maxItems: 100_000 })),
})
export type LotExport = Static<typeof LotExport>

const { currency, is_private, invite_only, ...changeable } = LotSettingsInput

/** A document to create a lot from: an export, or one that leaves settings out, which are then those of any new lot. */
export const LotDocument = StrictObject({
  ...LotExport.properties,
  settings: StrictObject({
    ...Type.Partial(Type.Object(changeable)).properties,
    currency,
    is_private,
    invite_only,
  }),
})
export type LotDocument = Static<typeof LotDocument>

export const exportLotRoute = route({
  method: 'GET',
  url: '/api/v1/lots/:lot_id/export',
  config: {
    access: ['admin', 'super_admin', 'platform_admin'],
    errors: [],
    subject: { kind: 'lot', in: 'params', name: 'lot_id' },
    limit: { max: 30, minutes: 60 },
    weight: 20,
  },
  schema: {
    summary:
      'Export a lot as one document, for backup or for creating another lot. Only owners can include its people',
    tags: ['lots'],
    params: LotParams,
    querystring: Type.Object({ people: Type.Optional(Type.Boolean({ default: false })) }),
    response: { 200: LotExport },
  },
})

export const importLotRoute = route({
  method: 'POST',
  url: '/api/v1/lots/import',
  config: {
    access: ['user'],
    errors: [
      'forbidden',
      'labels_taken',
      'lot_too_large',
      'lots_waiting',
      'name_taken',
      'picture_not_usable',
    ],
    limit: { max: 20, minutes: 60 },
    weight: 150,
  },
  schema: {
    summary:
      'Create a lot from the export of another one, or from what was read of a file, completely or not at all. People are not imported; invite them. Signs get new codes, so print them again',
    tags: ['lots'],
    body: StrictObject({
      document: LotDocument,
      name: Type.Optional(PlainName(120, { description: 'Instead of the name in the document.' })),
    }),
    response: {
      201: Type.Object({
        lot: StaffLot,
        people_left_out: Type.Integer(),
        signs: Type.Integer({ description: 'Signs to print.' }),
        signs_left_out: Type.Integer({ description: 'Signs of gates and of validation.' }),
        redirects_left_out: Type.Integer(),
      }),
    },
  },
})
