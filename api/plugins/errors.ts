import type { ErrorBody, ErrorCode } from '@openspot/contract/errors.ts'
import { getReadyRoute } from '@openspot/contract/platform/health.ts'
import { isLostConnection } from '@openspot/db/lost-connection.ts'
import { isStaleStatement } from '@openspot/db/prepared.ts'
import { type DatabaseRefusal, refusals } from '@openspot/db/refusals.ts'
import type { Message } from '@openspot/messages/translate.ts'
import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify'
import pg from 'pg'
import { ApiError } from '../errors.ts'
import { isUnsettled } from '../stripe.ts'
import { translatorOf } from './locale.ts'

/** Writes every 4xx and 5xx response. */
export function writeErrors(app: FastifyInstance): void {
  const known: { method: string; path: RegExp }[] = []
  app.addHook('onRoute', (route) => {
    const path = new RegExp(
      `^${route.url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}/?$`,
    )
    for (const method of [route.method].flat()) known.push({ method, path })
  })

  app.setErrorHandler((thrown: FastifyError | Error, request, reply) => {
    const error = asApiError(thrown)
    if (error.status >= 500 && error.code !== 'overloaded' && !isAnsweredProbe(thrown, request)) {
      const { method, routeOptions, caller, lot_id } = request
      const about = {
        method,
        route: routeOptions.url,
        user_id: caller?.user_id,
        lot_id,
        code: error.code,
        trace_id: traceOf(request.headers),
      }
      // An intended rejection is no fault of ours, so it is logged as a warning.
      request.log[thrown instanceof ApiError ? 'warn' : 'error']({ ...about, err: thrown }, 'request failed')
    }
    if (error.retry_after_seconds !== undefined) reply.header('retry-after', error.retry_after_seconds)
    void reply.status(error.status).send(bodyOf(error, request))
  })

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const methods = known.filter((route) => route.path.test(path)).map((route) => route.method)
    if (methods.length > 0) reply.header('allow', [...new Set(methods)].join(', '))
    const error = new ApiError(methods.length > 0 ? 'method_not_allowed' : 'not_found')
    void reply.status(error.status).send(bodyOf(error, request))
  })
}

/** Whether this says that a process is not ready, which probes ask every few seconds and `Health` logs once. */
const isAnsweredProbe = (thrown: Error, request: FastifyRequest): boolean =>
  thrown instanceof ApiError && request.routeOptions.url === getReadyRoute.url

/** The ID with which a page connects a call to what it reports itself. */
const traceOf = ({ 'sentry-trace': trace }: FastifyRequest['headers']): string | undefined =>
  /^([0-9a-f]{32})-/.exec(String(trace))?.[1]

function bodyOf(error: ApiError, request: FastifyRequest): ErrorBody {
  return {
    message: error.text(translatorOf(request)),
    code: error.code,
    request_id: request.id,
    ...(error.field === undefined ? {} : { field: error.field }),
    ...(error.details === undefined ? {} : { details: error.details }),
  }
}

function asApiError(thrown: FastifyError | Error): ApiError {
  if (thrown instanceof ApiError) return thrown
  if (thrown instanceof pg.DatabaseError) return fromDatabase(thrown)
  if ('validation' in thrown && thrown.validation) return fromValidation(thrown)
  if (isUnsettled(thrown)) return new ApiError('provider_unavailable', { retry_after_seconds: 5 })
  if (isLostConnection(thrown)) return new ApiError('unavailable', { retry_after_seconds: 1 })
  return fromFramework(thrown)
}

/** Maps the framework's own rejections of unreadable requests. A status or text of any other library is never sent. */
function fromFramework(thrown: FastifyError | Error): ApiError {
  const code = 'code' in thrown ? thrown.code : ''
  const known = fastifyCodes[code]
  if (known) return new ApiError(known)
  const status = 'statusCode' in thrown ? (thrown.statusCode ?? 500) : 500
  if (!code.startsWith('FST_') || status < 400 || status >= 500) return new ApiError('internal')
  return new ApiError('request_invalid', {
    message: (t) => t('apiErrors.request.unreadable', { reason: thrown.message.replace(/\.$/, '') }),
  })
}

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media_type_unsupported',
}

/** Rejections by the database under our own codes, for routes that have not checked before. */
const ownRefusals: Partial<Record<DatabaseRefusal, ApiError>> = {
  OS002: new ApiError('reservation_not_open'),
  OS007: new ApiError('redirect_cycle', { field: 'from_lot_id' }),
  OS008: new ApiError('currency_in_use', { field: 'currency' }),
  OS009: new ApiError('terms_changed'),
  OS010: new ApiError('last_super_admin'),
  // The user is being erased while they still make requests.
  OS011: new ApiError('session_ended'),
  OS031: new ApiError('last_platform_admin'),
  OS051: new ApiError('evidence_closed'),
  OS052: new ApiError('evidence_too_large', { field: 'file' }),
  OS033: new ApiError('view_not_possible'),
  OS030: new ApiError('account_needed'),
  OS014: new ApiError('spot_assigned'),
  // The session ended between the start of the request and its payment.
  OS021: new ApiError('session_ended'),
  OS022: new ApiError('acceptance_needed'),
  OS023: new ApiError('lot_not_trusted'),
  OS054: new ApiError('plan_refund_by_platform'),
  OS035: new ApiError('lot_too_large', { field: 'spots' }),
}

/** For names that no earlier check has validated. */
const notPlain = (field: string) =>
  new ApiError('request_invalid', { field, message: (t) => t('apiErrors.request.name') })

const constraints: Record<string, ApiError> = {
  lots_plain_name: notPlain('name'),
  users_plain_name: notPlain('first_name'),
  invites_plain_name: notPlain('first_name'),
  users_email: new ApiError('email_taken', { field: 'email' }),
  cars_own_plate: new ApiError('car_exists', { field: 'plate' }),
  upcoming_assignments_apart: new ApiError('spot_assigned'),
}

function fromDatabase(thrown: pg.DatabaseError): ApiError {
  const { code = '', constraint = '' } = thrown
  if (isLostConnection(thrown)) return new ApiError('unavailable', { retry_after_seconds: 1 })
  const known = code in refusals ? ownRefusals[code as DatabaseRefusal] : constraints[constraint]
  if (known) return known
  // The exclusion constraint prevents double bookings, whatever the code above did.
  if (code === '23P01') return new ApiError('spot_taken')
  // A migration changed a table during the transaction; the next attempt prepares its statements again.
  if (isStaleStatement(thrown) || isTemporary(code))
    return new ApiError('unavailable', { retry_after_seconds: 1 })
  return new ApiError('internal')
}

/**
 * Whether PostgreSQL could not do the work now but may be able to later. Nothing was done: the caller can try again.
 * The lock or statement timed out, another transaction was in the way, the server is no longer the primary, or it is out
 * of resources (class 53: full disk, memory, connections) or its disk fails (58030).
 */
const isTemporary = (code: string): boolean =>
  ['55P03', '57014', '25006', '40P01', '58030'].includes(code) || code.startsWith('53')

type Reasons = Record<string, string | number | readonly string[] | undefined>

function fromValidation(thrown: FastifyError): ApiError {
  const first = thrown.validation?.[0]
  if (!first) return new ApiError('request_invalid')
  const params = first.params as Reasons
  const inside = first.instancePath.split('/').filter(Boolean)
  const own = params['missingProperty'] ?? params['additionalProperty']
  const field = [...inside, ...(own === undefined ? [] : [String(own)])].join('.')
  return new ApiError('request_invalid', {
    field,
    message: reasonOf(first.keyword, field, params, first.message),
  })
}

const formats = ['date-time', 'uuid', 'email', 'plain-name', 'plate-region'] as const

function reasonOf(keyword: string, field: string, params: Reasons, otherwise = 'is not valid'): Message {
  const limit = Number(params['limit'])
  const has_field = String(field !== '')
  switch (keyword) {
    case 'required':
      return (t) => t('apiErrors.request.missing', { field })
    case 'additionalProperties':
      return (t) => t('apiErrors.request.fieldUnknown', { field })
    case 'enum': {
      const known = [params['allowedValues']].flat().join(', ')
      return (t) => t('apiErrors.request.notOneOf', { field, known })
    }
    case 'format': {
      const format = formats.find((one) => one === params['format'])
      return format === undefined
        ? (t) => t('apiErrors.request.format', { field })
        : (t) => t(`apiErrors.request.formats.${format}`, { field })
    }
    case 'minLength':
      return limit === 1
        ? (t) => t('apiErrors.request.empty', { field })
        : (t) => t('apiErrors.request.tooShort', { field, min: limit })
    case 'maxLength':
      return (t) => t('apiErrors.request.tooLong', { field, max: limit })
    case 'pattern':
      return (t) => t('apiErrors.request.format', { field })
    default:
      // The validator's own words, which are in English.
      return (t) => t('apiErrors.request.invalid', { has_field, field, reason: otherwise })
  }
}
