import { userSources } from '../enums.ts'
import { problemKinds } from '../problems/enums.ts'

/** A property of an event. None can hold a text that a person wrote, so none can hold personal data. */
export type Property = { about: string } & (
  | { kind: 'count'; max: number }
  | { kind: 'flag' }
  | { kind: 'word'; words: readonly string[] }
  | { kind: 'currency' }
  /** The ID of a lot that exists. */
  | { kind: 'lot' }
)

/** Who reports an event: a page of ours, the server after a call, or a row that exists anyway. */
export const eventSources = ['page', 'call', 'record'] as const
export type EventSource = (typeof eventSources)[number]

interface Event {
  source: EventSource
  about: string
  properties: Readonly<Record<string, Property>>
}

const lot_id: Property = { kind: 'lot', about: 'The lot.' }
const currency: Property = { kind: 'currency', about: 'ISO 4217 code.' }
const cents = (about: string): Property => ({ kind: 'count', max: 2_147_483_647, about })
const YEAR_HOURS = 8_784

/** Every event that is counted. `docs/analytics.md` lists them for readers. */
export const events = {
  search: {
    source: 'page',
    about: 'The results of a search were shown.',
    properties: {
      result_count: { kind: 'count', max: 100, about: 'Lots on the first page of results.' },
      by_map: { kind: 'flag', about: 'Whether an area of the map was searched rather than a place.' },
      lead_hours: { kind: 'count', max: YEAR_HOURS, about: 'Full hours until parking begins.' },
      is_monthly: { kind: 'flag', about: 'Whether parking without an end was searched.' },
    },
  },
  lot_view: {
    source: 'page',
    about: 'The page of a lot was shown.',
    properties: {
      lot_id,
      has_price: {
        kind: 'flag',
        about: 'Whether the lot can be booked for the time, so that a price is shown.',
      },
      lead_hours: { kind: 'count', max: YEAR_HOURS, about: 'Full hours until parking begins.' },
    },
  },
  checkout_view: {
    source: 'page',
    about: 'The page on which a driver books was shown.',
    properties: {
      lot_id,
      is_signed_in: { kind: 'flag', about: 'Whether the driver was signed in.' },
      by_spot: { kind: 'flag', about: 'Whether the driver chose a spot rather than any.' },
    },
  },
  quote: {
    source: 'call',
    about: 'A driver got a price that can be booked, signed by the server.',
    properties: { lot_id },
  },
  sign_up: {
    source: 'record',
    about: 'A person was added, by themselves or by a lot.',
    properties: { source: { kind: 'word', words: userSources, about: 'How.' } },
  },
  hold: {
    source: 'record',
    about: 'A spot was held for a driver, who had to pay or for whom it was free.',
    properties: { lot_id, total_cents: cents('The price.'), currency },
  },
  paid: {
    source: 'record',
    about: 'A held reservation was confirmed, because it was paid or free.',
    properties: { lot_id, total_cents: cents('The price.'), currency },
  },
  extended: { source: 'record', about: 'A reservation was extended.', properties: { lot_id } },
  canceled: { source: 'record', about: 'A confirmed reservation was canceled.', properties: { lot_id } },
  refunded: {
    source: 'record',
    about: 'A refund reached the driver.',
    properties: { lot_id, amount_cents: cents('The refund.'), currency },
  },
  entered: { source: 'record', about: 'A camera saw a vehicle enter.', properties: { lot_id } },
  problem: {
    source: 'record',
    about: 'A driver reported a problem.',
    properties: { lot_id, kind: { kind: 'word', words: problemKinds, about: 'Which kind.' } },
  },
} as const satisfies Record<string, Event>

export type EventName = keyof typeof events
export const eventNames = Object.keys(events) as EventName[]
export type EventNameOf<Source extends EventSource> = {
  [N in EventName]: (typeof events)[N]['source'] extends Source ? N : never
}[EventName]

type ValueOf<P> = P extends { kind: 'count' }
  ? number
  : P extends { kind: 'flag' }
    ? boolean
    : P extends { kind: 'word'; words: readonly (infer Word)[] }
      ? Word
      : string
/** The properties of an event. All are optional for the reader, because an older page may not send a newer one. */
export type PropertiesOf<N extends EventName> = {
  [K in keyof (typeof events)[N]['properties']]: ValueOf<(typeof events)[N]['properties'][K]>
}

const namesOf = <Source extends EventSource>(source: Source): EventNameOf<Source>[] =>
  eventNames.filter((name): name is EventNameOf<Source> => events[name].source === source)
/** The events that pages may send. */
export const pageEvents = namesOf('page')
export const callEvents = namesOf('call')
export const recordEvents = namesOf('record')
