import { maskText, maskValue } from './mask.ts'

/** Kinds of events of rrweb. */
const SNAPSHOT = 2
const CHANGE = 3
const ADDRESS = 4
const ADDED = 5

type Fields = Record<string, unknown>

/**
 * Masks URLs in an event of a recording, and what the SDK adds to it, such as calls and console output. The recorder has already masked
 * texts and inputs, but not URLs. Returns a copy, because the recorder still uses the event.
 */
export function maskRecorded(event: unknown): unknown {
  if (!isFields(event) || !isFields(event['data'])) return event
  const { type, data } = event
  if (type === ADDED) return { ...event, data: { ...data, payload: maskValue(data['payload'], 12) } }
  if (type === ADDRESS && typeof data['href'] === 'string')
    return { ...event, data: { ...data, href: maskText(data['href']) } }
  if (type === SNAPSHOT) return { ...event, data: { ...data, node: maskNode(data['node']) } }
  if (type === CHANGE && (Array.isArray(data['adds']) || Array.isArray(data['attributes'])))
    return {
      ...event,
      data: {
        ...data,
        adds: each(data['adds'], (added) => ({ ...added, node: maskNode(added['node']) })),
        attributes: each(data['attributes'], (changed) => ({
          ...changed,
          attributes: maskAttributes(changed['attributes']),
        })),
      },
    }
  return event
}

/** A page is not nested deeper than this. */
const MAX_DEPTH = 200

function maskNode(node: unknown, depth = 0): unknown {
  if (!isFields(node) || depth > MAX_DEPTH) return node
  return {
    ...node,
    ...(isFields(node['attributes']) ? { attributes: maskAttributes(node['attributes']) } : {}),
    ...(Array.isArray(node['childNodes'])
      ? { childNodes: node['childNodes'].map((child) => maskNode(child, depth + 1)) }
      : {}),
  }
}

/** Attributes that hold addresses, which can be those of people, and can have secrets in their path and query. */
const ADDRESSES = ['href', 'xlink:href', 'src', 'srcset', 'action', 'formaction', 'cite', 'data', 'poster']

function maskAttributes(attributes: unknown): unknown {
  if (!isFields(attributes)) return attributes
  const masked = ADDRESSES.flatMap((name) => {
    const value = attributes[name]
    return typeof value === 'string' ? [[name, maskText(value)]] : []
  })
  return masked.length === 0 ? attributes : { ...attributes, ...Object.fromEntries(masked) }
}

const each = (list: unknown, change: (item: Fields) => unknown): unknown =>
  Array.isArray(list) ? list.map((item: unknown) => (isFields(item) ? change(item) : item)) : list

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
