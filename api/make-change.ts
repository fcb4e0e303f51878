import type { Db, Tx } from '@openspot/db/database.ts'
import type { FastifyRequest } from 'fastify'
import { type Action, writeAudit, writeAuditOnce } from './audit.sql.ts'
import type { ChangeBus } from './changes.ts'
import { refuse } from './errors.ts'

interface ChangeDeps {
  db: Db
  changes: Pick<ChangeBus, 'announce'>
}

/** The parts of a change. None may be left out, so that each is decided on. */
export interface Change<Subject extends object | null, Written, View> {
  /** Locks what is changed until the commit. Without a row the call is refused with `not_found`; see also `nothingToLock`. */
  lock: (tx: Tx) => Promise<Subject | undefined>
  /** Checks and writes. What it throws leaves everything as it was. */
  write: (tx: Tx, subject: Subject) => Promise<Written>
  /** What the audit log says, with the difference in its details; null if nothing happened, or nothing that it records. */
  audit: (written: Written, subject: Subject) => Action | readonly Action[] | null
  /** The lots and people whose watchers are told after the commit. */
  announces: readonly string[] | ((written: Written, subject: Subject) => readonly string[])
  /** Returns the answer of the call. Is called after the commit. */
  view: (written: Written) => View | Promise<View>
}

/** For what doesn't exist yet, and for what `write` locks by a statement of its own. */
export const nothingToLock = (): Promise<null> => Promise.resolve(null)

/**
 * Makes one change for a call, in one transaction: locks its subject, writes, and records it; then tells those who watch, and returns
 * the answer. Nobody is told of a change that was not committed.
 */
export async function makeChange<Subject extends object | null, Written, View>(
  { db, changes }: ChangeDeps,
  request: FastifyRequest,
  { lock, write, audit, announces, view }: Change<Subject, Written, View>,
): Promise<View> {
  const { written, told } = await db.transaction().execute(async (tx) => {
    const subject = await lock(tx)
    if (subject === undefined) return refuse('not_found')
    const done = await write(tx, subject)
    for (const entry of [audit(done, subject) ?? []].flat()) await writeAudit(tx, request, entry)
    return {
      written: done,
      told: typeof announces === 'function' ? announces(done, subject) : announces,
    }
  })
  for (const id of told) changes.announce(id)
  return view(written)
}

/** The parts of a change that is made once for an idempotency key, because a second one would be another: money, or a decision. */
export interface ChangeOnce<Subject extends object | null, View> {
  lock: (tx: Tx) => Promise<Subject | undefined>
  /** What the audit log says. It is written before the change, with an ID from the key, by which a repeated request is noticed. */
  audit: (subject: Subject) => Action
  /** Checks and writes. Isn't called for a repeated request. */
  write: (tx: Tx, subject: Subject) => Promise<unknown>
  announces: readonly string[]
  view: (subject: Subject, isNew: boolean) => View | Promise<View>
}

/**
 * As `makeChange`, for a request that an interrupted client repeats after it was committed but not answered: it changes nothing again,
 * and is answered.
 */
export async function makeChangeOnce<Subject extends object | null, View>(
  { db, changes }: ChangeDeps,
  request: FastifyRequest,
  { lock, audit, write, announces, view }: ChangeOnce<Subject, View>,
): Promise<View> {
  const { subject, isNew } = await db.transaction().execute(async (tx) => {
    const locked = await lock(tx)
    if (locked === undefined) return refuse('not_found')
    const isFirst = await writeAuditOnce(tx, request, audit(locked))
    if (isFirst) await write(tx, locked)
    return { subject: locked, isNew: isFirst }
  })
  for (const id of announces) changes.announce(id)
  return view(subject, isNew)
}

/** Returns what an audit entry says of a row that was changed: the fields that the change sets, as they were and as they are. */
export function difference<Row extends object, Set extends Partial<Record<keyof Row, unknown>>>(
  before: Row,
  set: Set,
): { before: Record<string, unknown>; after: Set } {
  const fields = Object.keys(set) as (keyof Row & string)[]
  return { before: Object.fromEntries(fields.map((field) => [field, before[field]])), after: set }
}
