import { invalid } from '../protocol/errors.ts'
import type { Hidden, Kind, Kinds } from '../state/kinds.ts'
import type { Work } from '../state/work.ts'
import { currentState } from './current-state.ts'
import { page } from './lists.ts'

type Node = Record<string, unknown>

/** Replaces IDs by whole objects: https://docs.stripe.com/api/expanding_objects */
export async function expand(work: Work, answer: object, paths: string[]): Promise<object> {
  if (paths.length === 0) return answer
  // Expands a copy, because expanded data must not be written back. It is plain JSON.
  const copy = JSON.parse(JSON.stringify(answer)) as Node
  for (const path of paths) {
    const parts = path.split('.')
    if (parts.length > 5)
      throw invalid('You cannot expand more than 4 levels of a property', {
        code: 'property_expansion_max_depth',
        param: 'expand',
      })
    await expandAt(work, copy, parts, path)
  }
  return copy
}

async function expandAt(work: Work, node: unknown, parts: string[], path: string): Promise<void> {
  if (Array.isArray(node)) {
    for (const item of node) await expandAt(work, item, parts, path)
    return
  }
  if (!isNode(node)) return
  const [part, ...rest] = parts
  if (part === undefined) return
  node[part] = await expanded(work, node, part, path)
  await expandAt(work, node[part], rest, path)
}

async function expanded(work: Work, node: Node, part: string, path: string): Promise<unknown> {
  const value = node[part]
  if (typeof value === 'string') {
    const object = await objectWithId(work, value)
    if (!object) throw cannotExpand(path)
    return object
  }
  if (value !== undefined) return value
  if (typeof node.id === 'string' && node.object === 'checkout.session' && part === 'line_items')
    return lineItems(work, node.id)
  if (typeof node.id === 'string' && node.object === 'charge' && part === 'refunds')
    return page(work, 'refund', `/v1/charges/${node.id}/refunds`, {}, { charge: node.id })
  // An optional field that this object lacks, such as `transfer` of a charge without one.
  if (node.object !== undefined && node.object !== 'list') return undefined
  throw cannotExpand(path)
}

/** IDs are unique across all accounts, and a platform may follow them into its connected accounts. */
async function objectWithId(work: Work, id: string): Promise<object | undefined> {
  const found = await work.client.query<{ data: Kinds[Kind]; kind: string; deleted: boolean }>(
    'select data, kind, deleted from objects where id = $1',
    [id],
  )
  const row = found.rows[0]
  if (!row) return undefined
  return row.deleted ? { id, object: row.kind, deleted: true } : currentState(work, row.data)
}

async function lineItems(work: Work, id: string): Promise<object> {
  const found = await work.client.query<{ hidden: Hidden['checkout.session'] }>(
    'select hidden from objects where id = $1',
    [id],
  )
  const data = found.rows[0]?.hidden.line_items ?? []
  return { object: 'list', data, has_more: false, url: `/v1/checkout/sessions/${id}/line_items` }
}

function cannotExpand(path: string): Error {
  return invalid(`This property cannot be expanded (${path}).`, { param: 'expand' })
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null
}
