import { missing } from '../protocol/errors.ts'
import type { Hidden, Kind, Kinds } from './kinds.ts'
import type { Work } from './work.ts'

export interface Stored<K extends Kind> {
  object: Kinds[K]
  hidden: Hidden[K]
  account: string
  deleted: boolean
}

interface Row<K extends Kind> {
  data: Kinds[K]
  hidden: Hidden[K]
  account: string
  deleted: boolean
}

/** Stripe's name of a kind in "No such …". */
const nouns: Partial<Record<Kind, string>> = {
  payment_method: 'PaymentMethod',
  payment_intent: 'payment_intent',
  setup_intent: 'setupintent',
  webhook_endpoint: 'webhook endpoint',
}

export async function insert<K extends Kind>(
  work: Work,
  kind: K,
  object: Kinds[K],
  hidden: Hidden[K],
  more: { id?: string; due_at?: number } = {},
): Promise<Stored<K>> {
  const id = more.id ?? idOf(object)
  await work.client.query(
    `insert into objects (id, kind, account, created, data, hidden, due_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, kind, work.account, work.now, JSON.stringify(object), JSON.stringify(hidden), more.due_at ?? null],
  )
  return { object, hidden, account: work.account, deleted: false }
}

/** Writes an object that this transaction has locked or created. */
export async function save<K extends Kind>(
  work: Work,
  stored: Stored<K>,
  more: { id?: string; due_at?: number | null } = {},
): Promise<void> {
  await work.client.query(
    `update objects set data = $2, hidden = $3, deleted = $4,
       due_at = case when $5 then $6::bigint else due_at end
     where id = $1`,
    [
      more.id ?? idOf(stored.object),
      JSON.stringify(stored.object),
      JSON.stringify(stored.hidden),
      stored.deleted,
      more.due_at !== undefined,
      more.due_at ?? null,
    ],
  )
}

/** Returns one of the account's objects, including deleted ones, or undefined. */
export async function find<K extends Kind>(
  work: Work,
  kind: K,
  id: string,
  lock = false,
): Promise<Stored<K> | undefined> {
  const found = await work.client.query<Row<K>>(
    `select data, hidden, account, deleted from objects where id = $1 and kind = $2 and account = $3
     ${lock ? 'for update' : ''}`,
    [id, kind, work.account],
  )
  const row = found.rows[0]
  return row && { object: row.data, hidden: row.hidden, account: row.account, deleted: row.deleted }
}

/** Returns one of the account's objects, or throws ApiError. `param` is the parameter that named it, if any. */
export async function get<K extends Kind>(
  work: Work,
  kind: K,
  id: string,
  param?: string,
): Promise<Stored<K>> {
  return existing(await find(work, kind, id), kind, id, param)
}

/** The same, locked until this transaction ends. */
export async function lock<K extends Kind>(
  work: Work,
  kind: K,
  id: string,
  param?: string,
): Promise<Stored<K>> {
  return existing(await find(work, kind, id, true), kind, id, param)
}

/** Returns the account's objects of a kind with this value in a field, newest first. */
export async function findBy<K extends Kind>(
  work: Work,
  kind: K,
  field: string,
  value: string,
): Promise<Stored<K>[]> {
  const found = await work.client.query<Row<K>>(
    `select data, hidden, account, deleted from objects
     where account = $1 and kind = $2 and data->>${literal(field)} = $3 and not deleted order by seq desc`,
    [work.account, kind, value],
  )
  return found.rows.map((row) => ({
    object: row.data,
    hidden: row.hidden,
    account: row.account,
    deleted: false,
  }))
}

/** Inlined rather than passed as a parameter, so that PostgreSQL recognizes the indexed expression. */
export function literal(field: string): string {
  if (!/^[a-z_]+$/.test(field)) throw new Error(`not a field name: ${field}`)
  return `'${field}'`
}

function existing<K extends Kind>(
  stored: Stored<K> | undefined,
  kind: K,
  id: string,
  param?: string,
): Stored<K> {
  if (!stored || stored.deleted) throw missing(nouns[kind] ?? kind, id, param)
  return stored
}

function idOf(object: Kinds[Kind]): string {
  if (!('id' in object)) throw new Error(`a ${object.object} has no id of its own`)
  return object.id
}
