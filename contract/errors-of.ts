import type { ErrorCode } from './errors.ts'
import type { Route } from './route.ts'

/** Codes that any call can return, caused by the request, the connection, or the server. */
const always: readonly ErrorCode[] = [
  'request_invalid',
  'headers_too_large',
  'request_too_slow',
  'internal',
  'overloaded',
  'unavailable',
]

/**
 * Returns every code that a call can answer with: its own (`config.errors`), and those that follow from its method,
 * limits, and access. The derived part mirrors `api/plugins/`; derived codes are not declared again.
 */
export function errorsOf(route: Pick<Route, 'method' | 'config'>): ErrorCode[] {
  return [...new Set([...route.config.errors, ...derivedErrorsOf(route)])].toSorted((a, b) =>
    a.localeCompare(b),
  )
}

/** The part of `errorsOf` that follows from the other declarations of the call. */
export function derivedErrorsOf({ method, config }: Pick<Route, 'method' | 'config'>): Set<ErrorCode> {
  const codes = new Set(always)
  const add = (...more: ErrorCode[]) => {
    for (const code of more) codes.add(code)
  }
  if (method !== 'GET') add('body_too_large', 'media_type_unsupported')
  if (method !== 'GET' || config.csrf_protected) add('cross_site_refused')
  const isReading = method === 'GET' && !config.csrf_protected && !config.is_secret
  if (!isReading && !config.while_viewing) add('view_only')
  if (config.limit || config.weight !== undefined) add('too_many_requests')
  if (method === 'POST' || config.idempotent)
    add('idempotency_key_missing', 'idempotency_key_reused', 'request_in_flight')

  const { access, subject } = config
  const servesStrangers = access.some((grant) => grant.startsWith('anonymous'))
  if (!servesStrangers) add('sign_in_required', 'session_ended', 'account_banned')
  if (subject !== undefined) add('not_found')
  // `anonymous` and `user` let in everyone who can see the resource; every other grant leaves someone out.
  const isForEveryone = access.includes('anonymous') || access.includes('user')
  if (!isForEveryone) add('forbidden')
  return codes
}
