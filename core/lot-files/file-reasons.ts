import type { SpotLayoutFault } from '../geo/spot-layout.ts'
import type { Reason } from '../reasons.ts'

/** Which feature of a file, and which polygon of it if each is a lot of its own. */
export interface Place {
  number: number
  part: number
  parts: number
  /** The row of a feature that comes from a table. */
  row_no?: number
}

/** What happened to a part of a file with lots, as data. `messages/lot-file-text.ts` writes it in the reader's language. */
export type FileReason =
  | { code: PlainCode }
  | { [Code in keyof Values]: { code: Code } & Values[Code] }[keyof Values]

type PlainCode = (typeof plainFileReasons)[number]

export const plainFileReasons = [
  // A property
  'accessible_unknown',
  'another_count',
  'approximate',
  'by_point',
  'count_unread',
  'event_rate',
  'height_unread',
  'hours_unread',
  'no_holidays',
  'no_place',
  'no_price',
  'no_dollars',
  'no_stay',
  'private',
  'private_limited',
  'said_already',
  'shape_only',
  'spots_fit',
  // A feature
  'no_coordinates',
  'no_feature',
  'no_geometry',
  'no_point',
  'no_properties',
  'no_rings',
  'no_row_place',
  'outline_unread',
  // A file
  'no_features',
  'no_geojson',
  'no_places',
] as const

type Values = {
  // A property
  feature_given: { feature: 'COVERED' | 'INDOOR' | 'CARPORT' }
  not_listed: { count: number }
  other_amenity: { amenity: string }
  point_spots: { count: number }
  spots_at_most: { max: number }
  spots_cut: { max: number }
  text_at_most: { max: number }
  // A feature
  cells: { count: number; columns: number }
  geometry_wrong: { type: string }
  no_cars: { amenity: string }
  no_outline: { fault: SpotLayoutFault }
  no_text: { property: string; value: string }
  price_kind: { property: string; value: string }
  price_unread: { property: string; value: string; reason: Reason }
  price_negative: { property: string; value: string }
  price_at_most: { property: string; value: string; max_cents: number; currency: string }
  same: Place
  spots_unread: { value: string }
  too_detailed: { corners: number; area_m2: number }
  text_too_long: { property: string; max: number }
  too_many_spots: { value: number; max: number }
  // A file
  no_json: { detail: string }
  no_table: { detail: string }
  // A note
  price_words: { property: string; value: string }
  several_polygons: { count: number }
  sliver: { area_m2: number }
  spots_of_all: { count: number; parts: number }
}
