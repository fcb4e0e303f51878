import { separators } from '@openspot/core/text/separators.ts'
import { type Static, type TSchema, Type } from 'typebox'

/** One of a closed list of strings, published as a single `enum`. */
export const StringEnum = <const Words extends readonly string[]>(
  words: Words,
  options: { description?: string } = {},
) => Type.Unsafe<Words[number]>({ type: 'string', enum: [...words], ...options })

export const Nullable = <S extends TSchema>(schema: S, options: { description?: string } = {}) =>
  Type.Union([schema, Type.Null()], options)

/** What stands between the cells of an uploaded table, for its preview. */
export const TableSeparator = StringEnum(separators, {
  description: 'The separator of the cells, which was found by the whole table.',
})

/** An object that rejects unknown properties. */
export const StrictObject = <P extends Parameters<typeof Type.Object>[0]>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

export const Id = Type.String({ format: 'uuid', description: 'Opaque ID (UUID).' })
/** Whole number of the currency's minor unit: 1250 is $12.50 and ¥1250. */
export const Cents = Type.Integer({ description: "Amount in the currency's smallest unit." })
export const Currency = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code.' })
/** Counts the changes of something that people edit. */
export const Version = Type.Integer({ minimum: 1, description: 'Its version. Send it when saving.' })
/** The version that an edit is based on, so that nothing is overwritten. `code` is the error if it is not the current one. */
export const SentVersion = (code: string) =>
  Type.Integer({
    minimum: 1,
    description: `The version that was read. Fails with ${code} if it was changed since.`,
  })
/** An instant in UTC, ISO 8601. */
export const Instant = Type.String({ format: 'date-time', description: 'A time (ISO 8601).' })
/** A phone number in a request. It is stored and returned in E.164 form. */
export const Phone = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'With its country’s code, or as written in the lot’s country.',
})
/** The state, province, or country of a license plate in a request (core/plates/regions.ts). */
export const PlateRegion = Type.String({
  maxLength: 6,
  format: 'plate-region',
  description:
    'The code of the state or province that issued the plate, such as “IL”, or of the country if it has none. Empty: unknown.',
})
export const Email = Type.String({ format: 'email', maxLength: 254 })
/**
 * The name of a person as a lot sees them. The API has no text instead, because some answers are shared by readers of different
 * languages, and no contact, because patrollers read them too.
 */
export const SeenName = Nullable(Type.String(), {
  description: 'The name of the person. Null if they have none, or if the lot may not see it.',
})
/** The name of what a spot is assigned to. */
export const Assignee = Nullable(Type.String(), {
  description:
    'The name of the group or person. Null if the person has none, if the lot may not see it, or if nobody is assigned.',
})
/** The name of a person or a lot: no line breaks, control characters, or links (core/text/plain-name.ts). */
export const PlainName = (maxLength: number, more: { description?: string } = {}) =>
  Type.String({ minLength: 1, maxLength, format: 'plain-name', ...more })
export const Name = PlainName(100)
/** A GeoJSON linear ring: [longitude, latitude] corners, the first repeated at the end. */
export const Ring = Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 3 }), {
  minItems: 4,
  maxItems: 2000,
})
export type Ring = Static<typeof Ring>

/** One page of a list. `next_cursor` is null on the last page; otherwise it is the `cursor` of the next call. */
export const Page = <S extends TSchema>(item: S) =>
  Type.Object({ items: Type.Array(item), next_cursor: Nullable(Type.String()) })
export const PageQuery = {
  cursor: Type.Optional(
    Type.String({ maxLength: 500, description: 'The `next_cursor` of the previous page.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
}

export const LotParams = Type.Object({ lot_id: Id })
export const ReservationParams = Type.Object({ reservation_id: Id })
/** A path on our own site to return to. */
export const ReturnPath = Type.String({ pattern: '^/(?![/\\\\])[\\x21-\\x7e]*$', maxLength: 1000 })
type MediaType = `${string}/${string}`
/** A response that is a file rather than JSON, of one of the given types. */
export const FileAnswer = (media_types: MediaType | readonly MediaType[], description: string) =>
  Type.Unsafe<File>({
    description,
    content: Object.fromEntries(
      [media_types].flat().map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
    ),
  })
/** A form with one file. The route handler reads its parts; body validation does not. */
export const Upload = (field: string, description: string) =>
  Type.Unsafe<FormData>({
    content: {
      'multipart/form-data': {
        schema: {
          type: 'object',
          properties: { [field]: { type: 'string', format: 'binary', description } },
          required: [field],
        },
      },
    },
  })
/** A response without content. */
export const NoContent = Type.Null()
