import { decide, type Grant, type Subject, type SubjectFacts } from '@openspot/contract/access.ts'
import type { LotRole } from '@openspot/core/enums.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuse } from '../errors.ts'
import { atOnce } from './hooks.ts'
import { findLinkedReservation, type LinkedReservation } from './link-session.sql.ts'
import { linkHashesOf } from './link-session.ts'
import type { SubjectRead, SubjectRow } from './session.sql.ts'
import { type Caller, loadSession, tokenOf } from './session.ts'
import { keepSeen } from './session-seen.ts'
import { refuseWhileViewing } from './view-only.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Decides about every call before its input is read. A route that does not declare its access fails the start. */
export function decideAccess(app: FastifyInstance): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('lot_id', null)
  app.decorateRequest('lot_role', null)
  app.decorateRequest('subject_read', null)
  app.decorateRequest('granted', null)
  app.decorateRequest('is_host', false)
  app.decorateRequest('linked', null)

  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') return
    if (!route.config?.access?.length)
      throw new Error(`${[route.method].flat().join(', ')} ${route.url} does not declare who may call it.`)
  })

  keepSeen(app)
  app.addHook('preValidation', async (request) => {
    const { access, reads } = request.routeOptions.config
    if (!access) return
    // Health checks must work without the database, so their caller is not looked up.
    const token = isHealth(request) ? null : tokenOf(request, app)
    const [subject, id] = namedSubject(request)
    const isReadable = id === null || subject?.kind === 'public_lot' || uuid.test(id)
    const found =
      token === null && id === null
        ? { caller: null, is_banned: false, subject: undefined, read: null }
        : await loadSession(
            app,
            token,
            subject && id !== null && isReadable ? { kind: subject.kind, id } : null,
            reads,
          )
    if (found.is_banned && !access.some((grant) => grant.startsWith('anonymous'))) refuse('account_banned')

    const caller = found.caller
    refuseWhileViewing(request, caller)
    const other_lot_role = await otherLotRole(app, request, token)
    const facts =
      id === null
        ? null
        : found.subject && {
            ...factsOf(subject, ownedBy(request, subject, found.subject), caller),
            other_lot_role,
          }
    const who = {
      signed_in: caller !== null,
      platform_admin: caller?.roles.includes('OPENSPOT_ADMIN') ?? false,
    }
    let decision = decide(access, who, facts)
    if (!decision.allowed && facts && access.includes('link_holder')) {
      // Only after everything else: who may make the call anyway makes it as themselves.
      const linked = await linkedReservation(app, request, subject, id)
      if (linked) {
        decision = decide(['link_holder'], who, { ...facts, is_linked: true })
        request.linked = linked
      }
    }
    if (decision.allowed) {
      // The link belongs to nobody, so that whoever else is signed in on this device does nothing by it.
      request.caller = request.linked ? null : caller
      request.lot_id = found.subject?.lot_id ?? null
      request.lot_role = found.subject?.lot_role ?? null
      request.subject_read = found.read
      request.granted = decision.as
      request.is_host = facts?.is_host ?? false
      return
    }
    // Leave a malformed id to validation, which names the field; the caller learns nothing from it.
    if (!isReadable && caller) return
    if (decision.reason === 'sign_in_required') refuse(token === null ? 'sign_in_required' : 'session_ended')
    refuse(decision.reason)
  })

  // A malformed subject id that still passed validation does not exist.
  const check = atOnce((request) => {
    if (request.routeOptions.config.access && request.granted === null) refuse('not_found')
  })
  app.addHook('preHandler', check)
}

/** Returns the reservation that the call is about, if a link to it was opened on the caller's device and still works. */
async function linkedReservation(
  app: FastifyInstance,
  request: FastifyRequest,
  subject: Subject | undefined,
  id: string | null,
): Promise<LinkedReservation | null> {
  if (subject?.kind !== 'reservation' || id === null) return null
  return findLinkedReservation(app.pool, linkHashesOf(request, app), id, app.ports.now())
}

const isHealth = (request: FastifyRequest): boolean =>
  request.routeOptions.url?.startsWith('/api/health/') ?? false

/** Returns the caller's role in the second lot that the request names, if any. */
async function otherLotRole(app: FastifyInstance, request: FastifyRequest, token: string | null) {
  const { other_lot } = request.routeOptions.config
  const id = other_lot ? idOf(request, other_lot) : null
  if (token === null || !other_lot || id === null || !uuid.test(id)) return null
  return (await loadSession(app, token, { kind: other_lot.kind, id })).subject?.lot_role ?? null
}

/** Returns whether the same call would be allowed now, for streams that continue after the response has begun. */
export async function isStillAllowed(app: FastifyInstance, request: FastifyRequest): Promise<boolean> {
  const { access } = request.routeOptions.config
  const [subject, id] = namedSubject(request)
  const { caller, subject: row } = await loadSession(
    app,
    tokenOf(request, app),
    subject && id !== null ? { kind: subject.kind, id } : null,
  )
  const facts =
    id === null
      ? null
      : row && { ...factsOf(subject, ownedBy(request, subject, row), caller), other_lot_role: null }
  return decide(
    access ?? [],
    { signed_in: caller !== null, platform_admin: caller?.roles.includes('OPENSPOT_ADMIN') ?? false },
    facts,
  ).allowed
}

/** Returns the first subject of the route that the request names, with its id. */
function namedSubject(request: FastifyRequest): [Subject | undefined, string | null] {
  const { subject } = request.routeOptions.config
  const subjects = subject === undefined ? [] : [subject].flat()
  for (const each of subjects) {
    const id = idOf(request, each)
    if (id !== null) return [each, id]
  }
  return [subjects[0], null]
}

function idOf(request: FastifyRequest, subject: Subject): string | null {
  const part = request[subject.in === 'querystring' ? 'query' : subject.in] as
    | Record<string, unknown>
    | null
    | undefined
  const id = part?.[subject.name]
  return typeof id === 'string' ? id : null
}

/** A route about a user in a lot belongs to that user. */
function ownedBy(request: FastifyRequest, subject: Subject | undefined, row: SubjectRow): SubjectRow {
  if (subject?.resource_owner_name === undefined) return row
  return {
    ...row,
    owner_id: idOf(request, { ...subject, name: subject.resource_owner_name })?.toLowerCase() ?? null,
  }
}

function factsOf(
  subject: Subject | undefined,
  row: SubjectRow,
  caller: Caller | null,
): Omit<SubjectFacts, 'other_lot_role'> {
  const isOwner = caller !== null && row.owner_id === caller.user_id
  const isHost = caller !== null && row.host_id === caller.user_id
  const isFormerHost = caller !== null && !isHost && row.earner_id === caller.user_id
  const isStaff = row.lot_role !== null && row.lot_role !== 'MEMBER'
  const isAdmin = isStaff && row.lot_role !== 'PATROLLER'
  const isPlatformAdmin = caller?.roles.includes('OPENSPOT_ADMIN') ?? false
  const publicLot = row.is_private === false
  const visible: Record<Subject['kind'], boolean> = {
    lot: publicLot || row.lot_role !== null || isPlatformAdmin,
    public_lot: publicLot || row.lot_role !== null || isPlatformAdmin,
    spot: publicLot || row.lot_role !== null || isPlatformAdmin,
    zone: row.lot_role !== null || isPlatformAdmin,
    availability: isOwner || isStaff || isPlatformAdmin,
    calendar_price: isStaff || isPlatformAdmin,
    rule_set: isStaff || isPlatformAdmin,
    file: publicLot || row.lot_role !== null || isPlatformAdmin,
    map: publicLot || row.lot_role !== null || isPlatformAdmin,
    sign: isStaff || isPlatformAdmin,
    data_source: isAdmin || isPlatformAdmin,
    data_source_import: isAdmin || isPlatformAdmin,
    validation_partner: isAdmin || isPlatformAdmin,
    validation_option: isAdmin || isPlatformAdmin,
    gate: isOwner || row.lot_role !== null || isPlatformAdmin,
    visited_lot: isOwner || row.lot_role !== null || isPlatformAdmin,
    problem: isOwner || isStaff || isPlatformAdmin,
    fine: isOwner || isStaff || isPlatformAdmin,
    photo: isOwner || isStaff || isPlatformAdmin,
    reservation: isOwner || isHost || isFormerHost || isStaff || isPlatformAdmin,
    waitlist_entry: isOwner,
    invoice: isOwner || isStaff || isPlatformAdmin,
    refund: isOwner || isStaff || isPlatformAdmin,
    dispute: isAdmin || isPlatformAdmin,
    payout: isOwner || row.lot_role === 'SUPER_ADMIN' || isPlatformAdmin,
    membership: isOwner || isStaff || isPlatformAdmin,
    invite: row.lot_role === 'ADMIN' || row.lot_role === 'SUPER_ADMIN' || isPlatformAdmin,
    subscription: isOwner || row.lot_role === 'ADMIN' || row.lot_role === 'SUPER_ADMIN' || isPlatformAdmin,
    car: isOwner,
    car_note: isOwner,
    payment_method: isOwner,
    user: isOwner || isPlatformAdmin,
    session: isOwner,
    push_device: isOwner,
    passkey: isOwner,
  }
  return {
    is_resource_owner: isOwner,
    is_linked: false,
    is_host: isHost,
    is_former_host: isFormerHost,
    lot_role: row.lot_role,
    public_lot: publicLot,
    // A user in a lot is visible to themselves and to the lot's staff.
    is_visible:
      subject?.resource_owner_name === undefined
        ? visible[subject?.kind ?? 'lot']
        : isOwner || isStaff || isPlatformAdmin,
  }
}

/** Returns the signed-in caller. Throws `sign_in_required` if there is none. */
export function callerOf(request: FastifyRequest): Caller {
  return request.caller ?? refuse('sign_in_required')
}

/** Returns the subject's row that the route reads with `config.reads`. Throws `not_found` if there is none. */
export function readOf<Row>(request: FastifyRequest, _read: SubjectRead<Row>): Row {
  return (request.subject_read as Row | null) ?? refuse('not_found')
}

/** Returns the id of the lot that the route's subject belongs to. Throws `not_found` if there is none. */
export function lotOf(request: FastifyRequest): string {
  return request.lot_id ?? refuse('not_found')
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reads the subject's row together with the access to it; `readOf` returns it. */
    reads?: SubjectRead<unknown>
  }
  interface FastifyRequest {
    caller: Caller | null
    /** The lot of the route's subject, read from its row. */
    lot_id: string | null
    /** The caller's role in that lot. */
    lot_role: LotRole | null
    /** What `config.reads` read. */
    subject_read: unknown
    /** The grant by which the call is allowed. */
    granted: Grant | null
    /** Whether the caller is the host of the reservation that the call is about, by whatever grant it is allowed. */
    is_host: boolean
    /** The reservation whose link allows the call; there is no caller then. */
    linked: LinkedReservation | null
  }
}
