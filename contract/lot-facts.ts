import { clearanceLimits, entryMethods, lotAmenities, onSitePayments } from '@openspot/core/lots/facts.ts'
import { type Static, Type } from 'typebox'
import { Id, Nullable, StringEnum } from './common.ts'

/** What drivers ask before they come. */
export const LotFacts = {
  clearance_mm: Nullable(Type.Integer({ minimum: clearanceLimits.min_mm, maximum: clearanceLimits.max_mm }), {
    description: 'The height of the lowest point on the way to the spots, in millimeters. Null: unknown.',
  }),
  entry_methods: Type.Array(StringEnum(entryMethods), {
    maxItems: entryMethods.length,
    uniqueItems: true,
    description: 'How vehicles get in.',
  }),
  on_site_payments: Type.Array(StringEnum(onSitePayments), {
    maxItems: onSitePayments.length,
    uniqueItems: true,
    description: 'How people can pay there.',
  }),
  amenities: Type.Array(StringEnum(lotAmenities), { maxItems: lotAmenities.length, uniqueItems: true }),
}

/** A photo of a lot, for everyone who may see the lot. */
export const LotPhoto = Type.Object({
  id: Id,
  url: Type.String({ description: 'The large size: a path on this site.' }),
  thumbnail_url: Type.String({ description: 'Cut to 480 by 360 pixels.' }),
  width: Type.Integer({ description: 'Of the large size, in pixels.' }),
  height: Type.Integer(),
  caption: Type.String({ description: 'What it shows. It is also its alternative text. May be empty.' }),
  is_entrance: Type.Boolean({ description: 'Whether it shows the entrance, and so is on the pass.' }),
})
export type LotPhoto = Static<typeof LotPhoto>
