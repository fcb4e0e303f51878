import { ErrorBody } from '@openspot/contract/errors.ts'
import { Ajv, type Options } from 'ajv'
import formats from 'ajv-formats'
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify'

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
  return ajv
}

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
