import { ErrorBody } from '@openspot/contract/errors.ts'
import { build, type Options, type Schema } from 'fast-json-stringify'
import type { FastifySerializerCompiler } from 'fastify'

/** How every route declares its errors; the schema itself is long, so the document and the serializers have it once. */
export const errorReference = { $ref: 'Error#' }

type Serializer = ReturnType<FastifySerializerCompiler<object>>

/** By schema: a GET and its HEAD have the same one, as do all APIs of a process. Compiling them is most of a start. */
const compiled = new WeakMap<object, Serializer>()

/** Returns what writes the responses. They are not validated again, because names were checked on input. */
export const serializers: FastifySerializerCompiler<object> = ({ schema }) => {
  const known = compiled.get(schema)
  if (known) return known
  const options: Options = {
    ajv: { formats: { 'plain-name': true } },
    ...(schema === errorReference ? { schema: { Error: ErrorBody } } : {}),
  }
  const serializer: Serializer = build(withNulls(schema) as Schema, options)
  compiled.set(schema, serializer)
  return serializer
}

const simple = new Set(['object', 'array', 'string', 'integer', 'number', 'boolean'])

/**
 * Returns the schema with each "this or null" as the one word that the writer knows for it. For a union it compiles a validator, which costs
 * memory, and reads every value twice.
 */
function withNulls(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withNulls)
  if (typeof schema !== 'object' || schema === null) return schema
  const made: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([name, part]) => [name, withNulls(part)]),
  )
  const { anyOf, ...rest } = made
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return made
  const [value, nothing] = anyOf as Record<string, unknown>[]
  const isSimple = simple.has(String(value?.['type'])) && value?.['const'] === undefined
  return nothing?.['type'] === 'null' && isSimple ? { ...value, ...rest, nullable: true } : made
}
