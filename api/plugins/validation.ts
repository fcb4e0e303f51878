import { ErrorBody } from '@openspot/contract/errors.ts'
import { isPlateRegion } from '@openspot/core/plates/regions.ts'
import { isPlainName } from '@openspot/core/text/plain-name.ts'
import { Ajv, type Options } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { errorReference } from './serialization.ts'

/**
 * Compiles the validators. Bodies are taken literally. Paths and queries are text, so their values are converted to
 * numbers and booleans.
 */
export const validators: FastifySchemaCompiler<object> = ({ schema, httpPart, contentType }) =>
  contentType === 'multipart/form-data' ? () => true : (httpPart === 'body' ? body : text).compile(schema)

function withFormats(ajv: Ajv): Ajv {
  formats.default(ajv, ['date-time', 'uuid', 'email', 'date'])
  ajv.addFormat('plain-name', isPlainName)
  ajv.addFormat('plate-region', isPlateRegion)
  for (const name of ['date-time', 'date'] as const) {
    const written = formats.default.get(name)
    const isWritten = typeof written === 'object' && 'validate' in written ? written.validate : null
    if (!isCheck(isWritten)) throw new Error(`The format ${name} is not a function.`)
    // Reject leap seconds (`:60`) and the year 0000, which are well-formed but not valid instants.
    ajv.addFormat(name, (text) => isWritten(text) && !text.startsWith('0000') && isMoment(text))
  }
  return ajv
}

const isCheck = (value: unknown): value is (text: string) => boolean => typeof value === 'function'
const isMoment = (text: string) => !Number.isNaN(Date.parse(text))

const common: Options = { useDefaults: true, removeAdditional: false, allErrors: false, strict: false }
/** Every API of the process uses these two: each compiles a schema once, however many routes have it. */
const body = withFormats(new Ajv({ ...common, coerceTypes: false }))
const text = withFormats(new Ajv({ ...common, coerceTypes: 'array' }))

/** By schema, so that it is compiled once: a HEAD has the schema of its GET, which is already closed. */
const closed = new WeakMap<object, object>()
const noQuery = { type: 'object', properties: {}, additionalProperties: false }

function closedQuery(schema: object): object {
  const known = closed.get(schema)
  if (known) return known
  const made = { ...schema, additionalProperties: false }
  closed.set(schema, made).set(made, made)
  return made
}

/** Completes every declared route: queries reject unknown parameters, and every route may return an error. */
export function closeSchemas(app: FastifyInstance): void {
  app.addSchema(ErrorBody)
  app.addHook('onRoute', (route) => {
    const schema = route.schema
    if (!schema?.response) return
    if (schema.querystring) schema.querystring = closedQuery(schema.querystring)
    else if (route.config?.access) schema.querystring = noQuery
    schema.response = { ...schema.response, '4xx': errorReference, '5xx': errorReference }
  })
}
