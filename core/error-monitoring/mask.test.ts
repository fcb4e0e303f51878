import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maskText, maskValue } from './mask.ts'
import { maskEvent } from './mask-event.ts'
import { maskRecorded } from './mask-recorded.ts'

const letters = 'abcdefghijklmnopqrstuvwxyzéüß'
const word = fc.string({ unit: fc.constantFrom(...letters.split('')), minLength: 2, maxLength: 12 })
const email = fc
  .tuple(word, word, fc.constantFrom('com', 'example', 'co.uk', 'museum'))
  .map(([name, host, end]) => `${name}@${host}.${end}`)
const digits = (least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: least, maxLength: most })
const phone = digits(10, 12).map(
  (number) => `+${number.slice(0, 1)} (${number.slice(1, 4)}) ${number.slice(4, 7)}-${number.slice(7)}`,
)
const card = digits(16, 16).map((number) => number.match(/.{4}/g)?.join(' ') ?? '')
/** A sign-in link, a key, or a session: long, with letters and digits. */
const token = fc
  .string({ unit: fc.constantFrom(...'ABCDEFabcdef0123456789'.split('')), minLength: 24, maxLength: 64 })
  .map((text) => `a1${text}`)
const secret = fc.oneof(email, phone, card, token)
const around = fc.constantFrom('', ' ', ' for ', '<', '"', "'", '(', ', ', ': ', '\n', ' → ')

/** Whether a text still has most of a secret in it. */
const shows = (text: string, of: string) =>
  text.includes(of) || text.replace(/\D/g, '').includes(of.replace(/\D/g, '') || '-')

test('no text shows an email address, a phone number, a card, or a token, whatever stands around it', () => {
  fc.assert(
    fc.property(secret, around, around, (one, before, after) => {
      const text = maskText(`Sent${before}${one}${after}again`)
      // A card or phone number has digits only in itself here.
      expect(shows(text, one)).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

test('no text shows the values of an address, and its path and names remain', () => {
  const name = fc.string({ unit: fc.constantFrom(...'abc_.[]-'.split('')), minLength: 1, maxLength: 20 })
  const value = fc.string({ unit: fc.constantFrom(...'aZ0%+/:@.-_~'.split('')), minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(name, value, (field, one) => {
      expect(maskText(`https://openspot.example/book?${field}=${one}&last=${one}#pay`)).toBe(
        `https://openspot.example/book?${field}=[masked]&last=[masked]#pay`,
      )
    }),
  )
})

test.each([
  [
    'GET /api/v2/reservations/01a2134c-8221-74b5-a4b5-5453e6d4ab6d',
    'GET /api/v2/reservations/01a2134c-8221-74b5-a4b5-5453e6d4ab6d',
  ],
  ['on 2026-11-25 it took 1500 ms', 'on 2026-11-25 it took 1500 ms'],
  ['Cannot read properties of undefined', 'Cannot read properties of undefined'],
  ['getRequestHandlerOfThisWebServer is missing', 'getRequestHandlerOfThisWebServer is missing'],
  ['/invite/Zx81kQpTtr09LmAbVw33HhQe', '/invite/[token]'],
  ['?next=%2Fme&email=a%40b.example#top', '?next=[masked]&email=[masked]#top'],
  ['button[aria-label="Edit QX 77 PLATE"] > span', 'button[aria-label] > span'],
  ['img[alt="Ada"][title="Lovelace"]', 'img[alt][title]'],
  ['eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.c2ln', '[token]'],
])('masks %j as %j', (text, masked) => {
  expect(maskText(text)).toBe(masked)
})

test('a masked text stays as it is when it is masked again, so that the server changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(secret, word)), (parts) => {
      const once = maskText(parts.join(' '))
      expect(maskText(once)).toBe(once)
    }),
    { numRuns: 2_000 },
  )
})

test('fields that are named after a secret or a person are hidden at any depth', () => {
  for (const name of [
    'password',
    'access_token',
    'Authorization',
    'cookie',
    'email',
    'plate',
    'firstName',
    'last_name',
    'iban',
  ])
    expect(maskValue({ a: [{ [name]: 'short' }] })).toEqual({ a: [{ [name]: '[masked]' }] })
  expect(maskValue({ lot_id: 'x', status: 500 })).toEqual({ lot_id: 'x', status: 500 })
})

const eventOf = (text: string) => ({
  event_id: 'c'.repeat(32),
  message: text,
  transaction: text,
  server_name: text,
  user: { id: '01a2134c-8221-74b5-a4b5-5453e6d4ab6d', email: text, ip_address: text, username: text },
  tags: { replayId: 'd'.repeat(32), note: text },
  extra: { note: { deep: [text] } },
  request: {
    method: 'POST',
    url: `https://openspot.example/a?b=${text}`,
    cookies: text,
    data: text,
    headers: { 'User-Agent': 'Chrome/140', Referer: text },
  },
  contexts: { trace: { trace_id: 'e'.repeat(32), data: { url: text } }, state: { note: text } },
  breadcrumbs: [{ category: 'fetch', message: text, data: { url: text } }],
  exception: {
    values: [
      {
        type: 'TypeError',
        value: text,
        mechanism: { type: 'onerror', handled: false, data: { note: text } },
        stacktrace: {
          frames: [
            {
              filename: '/_next/static/chunks/0123456789abcdef0123456789.js',
              function: 'pay',
              lineno: 1,
              colno: 2,
            },
          ],
        },
      },
    ],
  },
})

test('no part of an event shows what a text says about a person, and its stack and IDs remain', () => {
  fc.assert(
    fc.property(secret, (one) => {
      const masked = maskEvent(eventOf(`for ${one} again`))
      const { frames } = masked.exception.values[0]?.stacktrace ?? {}
      const { event_id, tags, contexts, user } = masked
      expect({ event_id, replayId: tags.replayId, trace_id: contexts.trace.trace_id, user, frames }).toEqual({
        event_id: 'c'.repeat(32),
        replayId: 'd'.repeat(32),
        trace_id: 'e'.repeat(32),
        user: { id: '01a2134c-8221-74b5-a4b5-5453e6d4ab6d' },
        frames: eventOf('').exception.values[0]?.stacktrace.frames,
      })
      expect(JSON.stringify(masked)).not.toContain(JSON.stringify(one).slice(1, -1))
    }),
    { numRuns: 500 },
  )
})

test('a recording has neither the values of addresses nor what calls and the console say about a person', () => {
  expect(
    maskRecorded({ type: 4, timestamp: 1, data: { href: 'https://a.example/b?c=d', width: 390 } }),
  ).toEqual({
    type: 4,
    timestamp: 1,
    data: { href: 'https://a.example/b?c=[masked]', width: 390 },
  })
  const added = {
    type: 5,
    timestamp: 1,
    data: { tag: 'breadcrumb', payload: { message: 'to ada@people.example' } },
  }
  expect(maskRecorded(added)).toMatchObject({
    data: { tag: 'breadcrumb', payload: { message: 'to [email]' } },
  })
  const link = (href: string) => ({
    type: 2,
    id: 3,
    tagName: 'a',
    attributes: { class: 'x', href },
    childNodes: [],
  })
  const page = (href: string) => ({
    type: 0,
    id: 1,
    childNodes: [{ type: 2, id: 2, tagName: 'body', attributes: {}, childNodes: [link(href)] }],
  })
  const [open, hidden] = ['mailto:ada@people.example?subject=Hi', 'mailto:[email]?subject=[masked]']
  const snapshot = { type: 2, timestamp: 1, data: { node: page(open), initialOffset: { top: 0, left: 0 } } }
  expect(maskRecorded(snapshot)).toEqual({ ...snapshot, data: { ...snapshot.data, node: page(hidden) } })
  expect(snapshot.data.node).toEqual(page(open))
  const added_later = (href: string) => ({
    type: 3,
    timestamp: 1,
    data: {
      source: 0,
      texts: [],
      removes: [],
      adds: [{ parentId: 2, nextId: null, node: link(href) }],
      attributes: [{ id: 3, attributes: { href } }],
    },
  })
  expect(maskRecorded(added_later(open))).toEqual(added_later(hidden))
  const changed = { type: 3, timestamp: 1, data: { source: 0, texts: [{ id: 1, value: '***' }] } }
  expect(maskRecorded(changed)).toBe(changed)
})
