import { type EventName, type EventNameOf, events, type Property, pageEvents } from './events.ts'

/** An event as a page sends it, in PostHog's protocol. */
export interface SentEvent {
  uuid?: string
  event: string
  distinct_id?: string
  properties?: Record<string, unknown>
}

export type PropertyValue = number | boolean | string

/** An event of the catalog. `visitor_id` is what the page calls the visitor; null if it does not know. */
export interface ReadEvent {
  uuid: string | null
  event: EventNameOf<'page'>
  visitor_id: string | null
  lot_id: string | null
  properties: Record<string, PropertyValue>
}

export type ReadEvents = { ok: true; events: ReadEvent[] } | { ok: false; field: string }

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** What PostHog's libraries add to every event. It is dropped. */
const isLibrarys = (name: string) => name.startsWith('$') || name === 'token' || name === 'distinct_id'

/** PostHog's name for a visitor who is not recognized. */
export const COOKIELESS = '$posthog_cookieless'

/** Reads the events of a request. Names the first field that the catalog does not have, and no value. */
export function readEvents(batch: readonly SentEvent[]): ReadEvents {
  const read: ReadEvent[] = []
  for (const [index, sent] of batch.entries()) {
    const one = readEvent(sent)
    if (typeof one === 'string') return { ok: false, field: `batch.${index}.${one}` }
    read.push(one)
  }
  return { ok: true, events: read }
}

/** Returns the event, or the field that is refused. */
function readEvent(sent: SentEvent): ReadEvent | string {
  const event = pageEvents.find((name) => name === sent.event)
  if (event === undefined) return 'event'
  if (sent.uuid !== undefined && !isUuid(sent.uuid)) return 'uuid'
  const inside = sent.properties ?? {}
  const given = sent.distinct_id ?? inside['distinct_id']
  const visitor_id = given === undefined || given === COOKIELESS ? null : given
  if (visitor_id !== null && !isUuid(visitor_id)) return 'distinct_id'
  let lot_id: string | null = null
  const properties: Record<string, PropertyValue> = {}
  for (const [name, value] of Object.entries(inside)) {
    if (isLibrarys(name)) continue
    const property = propertyOf(event, name)
    // The name may be what someone wanted to smuggle in, so an unknown one is not repeated.
    if (!property) return 'properties'
    if (property.kind === 'lot') {
      if (!isUuid(value)) return `properties.${name}`
      lot_id = value.toLowerCase()
    } else if (isValueOf(property, value)) {
      properties[name] = value
    } else return `properties.${name}`
  }
  return {
    uuid: sent.uuid?.toLowerCase() ?? null,
    event,
    visitor_id: visitor_id?.toLowerCase() ?? null,
    lot_id,
    properties,
  }
}

const propertyOf = (event: EventName, name: string): Property | undefined =>
  Object.entries<Property>(events[event].properties).find(([known]) => known === name)?.[1]

const isUuid = (value: unknown): value is string => typeof value === 'string' && uuid.test(value)

function isValueOf(property: Exclude<Property, { kind: 'lot' }>, value: unknown): value is PropertyValue {
  switch (property.kind) {
    case 'count':
      return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= property.max
    case 'flag':
      return typeof value === 'boolean'
    case 'word':
      return typeof value === 'string' && property.words.includes(value)
    case 'currency':
      return typeof value === 'string' && /^[A-Z]{3}$/.test(value)
  }
}
