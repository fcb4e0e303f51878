import { Type } from 'typebox'
import { Nullable, StrictObject, StringEnum } from '../common.ts'
import { route } from '../route.ts'
import { LotDocument } from './lot-export.ts'

/** A larger file has a lot of cities in it, and the command line imports it. */
export const MAX_FILE_CHARACTERS = 2_000_000
export const MAX_LISTED_FEATURES = 1000
/** What a file says beyond these is only counted. */
export const MAX_OUTCOMES = 200

export const readLotFileRoute = route({
  method: 'POST',
  url: '/api/v1/lots/read-file',
  config: { access: ['user'], errors: [], limit: { max: 120, minutes: 60 }, weight: 20 },
  schema: {
    summary:
      'Read a map file (GeoJSON with the tags of OpenStreetMap), a feed (ParkAPI, Curb Data Specification), or a table (CSV with a row for each lot) without saving anything: its features, and what one of them would be as a lot. Create the lot with the document that this returns',
    tags: ['lots'],
    body: StrictObject({
      text: Type.String({ maxLength: MAX_FILE_CHARACTERS }),
      feature: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_LISTED_FEATURES,
          description:
            'The number of the feature to read: in a table, its rows below the header are counted. If it is omitted, a file of one feature is read.',
        }),
      ),
    }),
    response: {
      200: Type.Object({
        features: Type.Array(
          Type.Object({ number: Type.Integer(), name: Nullable(Type.String()), label: Type.String() }),
          { maxItems: MAX_LISTED_FEATURES },
        ),
        features_left_out: Type.Integer({ description: 'Features that are not listed.' }),
        lot: Nullable(
          Type.Object({
            document: Nullable(LotDocument, { description: 'Null: the feature is no lot.' }),
            outcomes: Type.Array(
              Type.Object({
                property: Type.String({
                  description: 'Its name in the file, or what the file does not name.',
                }),
                outcome: StringEnum(['taken', 'guessed', 'ignored', 'refused'] as const),
                reason: Nullable(Type.String({ description: 'In the reader’s language.' })),
              }),
              { maxItems: MAX_OUTCOMES },
            ),
            notes: Type.Array(Type.String(), { description: 'In the reader’s language.' }),
          }),
          { description: 'Null until a feature is chosen.' },
        ),
      }),
    },
  },
})
