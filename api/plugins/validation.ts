import { ErrorBody } from '@openspot/contract/errors.ts'
import { Ajv, type Options } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'
import { refuse } from '../errors.ts'

/** Bodies are taken as they are; paths and queries are text, so there words are turned into numbers and booleans. */
export function validators(): FastifySchemaCompiler<object> {
  const common: Options = { useDefaults: true, removeAdditional: false, allErrors: false, strict: false }
  const body = withFormats(new Ajv({ ...common, coerceTypes: false }))
  const text = withFormats(new Ajv({ ...common, coerceTypes: 'array' }))
  return ({ schema, httpPart, contentType }) =>
    contentType === 'multipart/form-data' ? () => true : (httpPart === 'body' ? body : text).compile(schema)
}

function withFormats(ajv: Ajv): Ajv {
  formats.default(ajv, ['date-time', 'uuid', 'email', 'date'])
  for (const name of ['date-time', 'date'] as const) {
    const written = formats.default.get(name)
    const isWritten = typeof written === 'object' && 'validate' in written ? written.validate : null
    if (!isCheck(isWritten)) throw new Error(`The format ${name} is not a function.`)
    // A second after the last of a minute, and the year before the first, are written well and are no time here.
    ajv.addFormat(name, (text) => isWritten(text) && !text.startsWith('0000') && isMoment(text))
  }
  return ajv
}

const isCheck = (value: unknown): value is (text: string) => boolean => typeof value === 'function'
const isMoment = (text: string) => !Number.isNaN(Date.parse(text))

/**
 * Text that cannot be kept is refused wherever it stands: a NUL, which PostgreSQL has no place for, and half of a pair
 * of surrogates, which has no encoding.
 */
export function refuseUnwritable(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    for (const part of [request.params, request.query, request.body]) check(part, [])
  })
}

/** Nothing that is sent to us is nested so deep; looking into it costs more with every step. */
const deepest = 32

function check(value: unknown, path: readonly string[]): void {
  if (typeof value === 'string' && !isWritable(value))
    refuseAt(path, 'holds a character that cannot be kept.')
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return
  if (path.length > deepest) refuseAt(path.slice(0, 3), 'is nested too deeply.')
  for (const [name, inner] of Object.entries(value)) {
    if (!isWritable(name)) refuseAt(path, 'has a field whose name cannot be kept.')
    check(inner, [...path, name])
  }
}

function refuseAt(path: readonly string[], what: string): never {
  const field = path.join('.')
  return refuse('request_invalid', {
    field,
    message: `${field === '' ? 'The request' : `"${field}"`} ${what}`,
  })
}

const isWritable = (text: string) => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** Completes every declared call: a query refuses what it does not know, and every call may answer with an error. */
export function closeSchemas(app: FastifyInstance): void {
  app.addSchema(ErrorBody)
  app.addHook('onRoute', (route) => {
    const schema = route.schema
    if (!schema?.response) return
    if (schema.querystring) {
      schema.querystring = { ...schema.querystring, additionalProperties: false }
    } else if (route.config?.access) {
      schema.querystring = { type: 'object', properties: {}, additionalProperties: false }
    }
    schema.response = { ...schema.response, '4xx': { $ref: 'Error#' }, '5xx': { $ref: 'Error#' } }
  })
}
