import type Stripe from 'stripe'
import { invalid, missing } from '../protocol/errors.ts'
import type { Kind, Kinds } from '../state/kinds.ts'
import { literal } from '../state/store.ts'
import type { Work } from '../state/work.ts'
import { currentState } from './current-state.ts'

export interface Paging {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?:
    | { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined }
    | undefined
}

/** Filter: the value a field must have, or one of several. Undefined means no filter. */
export type Wanted = Record<string, string | string[] | undefined>

/** Returns a page of the account's objects, newest first: https://docs.stripe.com/api/pagination */
export async function page<K extends Kind>(
  work: Work,
  kind: K,
  url: string,
  paging: Paging,
  wanted: Wanted = {},
): Promise<Stripe.ApiList<Kinds[K]>> {
  const limit = paging.limit ?? 10
  if (limit > 100)
    throw invalid('Limit must be between 1 and 100.', { code: 'parameter_invalid_integer', param: 'limit' })
  if (paging.starting_after && paging.ending_before)
    throw invalid('You cannot use both starting_after and ending_before.', { param: 'ending_before' })

  const values: unknown[] = [work.account, kind]
  const conditions = ['account = $1', 'kind = $2', 'not deleted']
  const bind = (value: unknown): string => `$${values.push(value)}`
  for (const [field, value] of Object.entries(wanted)) {
    if (typeof value === 'string') conditions.push(`data->>${literal(field)} = ${bind(value)}`)
    else if (value) conditions.push(`data->>${literal(field)} like any (${bind(value.map(pattern))}::text[])`)
  }
  for (const [name, sign] of [
    ['gt', '>'],
    ['gte', '>='],
    ['lt', '<'],
    ['lte', '<='],
  ] as const) {
    const moment = paging.created?.[name]
    if (moment !== undefined) conditions.push(`created ${sign} ${bind(moment)}`)
  }
  const backwards = paging.ending_before !== undefined
  if (paging.starting_after)
    conditions.push(`seq < ${bind(await positionOf(work, kind, paging.starting_after, 'starting_after'))}`)
  if (paging.ending_before)
    conditions.push(`seq > ${bind(await positionOf(work, kind, paging.ending_before, 'ending_before'))}`)

  const found = await work.client.query<{ data: Kinds[K] }>(
    `select data from objects where ${conditions.join(' and ')}
     order by seq ${backwards ? 'asc' : 'desc'} limit ${bind(limit + 1)}`,
    values,
  )
  const data = found.rows.slice(0, limit).map((row) => currentState(work, row.data))
  if (backwards) data.reverse()
  return { object: 'list', data, has_more: found.rows.length > limit, url }
}

async function positionOf(work: Work, kind: Kind, id: string, param: string): Promise<string> {
  const found = await work.client.query<{ seq: string }>(
    'select seq from objects where id = $1 and kind = $2 and account = $3',
    [id, kind, work.account],
  )
  const row = found.rows[0]
  if (!row) throw missing(kind, id, param)
  return row.seq
}

/** `charge.*` matches all events of a charge; all other characters are literal. */
function pattern(name: string): string {
  return name.replace(/[\\%_]/g, '\\$&').replaceAll('*', '%')
}
