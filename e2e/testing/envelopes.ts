import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import type { Product } from './product.ts'

const hexId = () => randomBytes(16).toString('hex')

/** Sends items as an SDK does: each with a header, in one envelope. */
async function sendEnvelope(
  product: Product,
  header: object,
  items: [object, string | Buffer][],
): Promise<void> {
  const body = Buffer.concat([
    Buffer.from(JSON.stringify(header)),
    ...items.flatMap(([item, payload]) => [
      Buffer.from(`\n${JSON.stringify({ ...item, length: Buffer.byteLength(payload) })}\n`),
      Buffer.from(payload),
    ]),
  ])
  const answer = await fetch(`${product.url}/m?o=1&p=1`, { method: 'POST', body })
  if (!answer.ok) throw new Error(`The tunnel answered ${answer.status}: ${await answer.text()}`)
}

/** Reports an error of the checkout page, as a browser would. Returns the ID of its event. */
export async function reportError(
  product: Product,
  { release = '1.0.0', message = 'total is undefined', at = new Date(), replay_id = '' } = {},
): Promise<string> {
  const event_id = hexId()
  const event = {
    event_id,
    platform: 'javascript',
    environment: 'production',
    release,
    level: 'error',
    timestamp: at.getTime() / 1000,
    sdk: { name: 'sentry.javascript.nextjs', version: '11.0.0' },
    request: {
      url: 'https://openspot.example/book/wells?spot=secret',
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140' },
    },
    user: { id: 'person-1' },
    tags: { locale: 'en-US', ...(replay_id ? { replayId: replay_id } : {}) },
    contexts: { browser: { name: 'Chrome', version: '140' }, os: { name: 'Linux' } },
    breadcrumbs: [
      {
        timestamp: at.getTime() / 1000 - 9,
        category: 'navigation',
        data: { from: '/l/wells', to: '/book/wells' },
      },
      { timestamp: at.getTime() / 1000 - 3, category: 'ui.click', message: 'button[aria-label="Pay"]' },
      {
        timestamp: at.getTime() / 1000 - 1,
        category: 'fetch',
        level: 'error',
        data: { method: 'POST', url: '/api/v2/quotes', status_code: 500 },
      },
    ],
    exception: {
      values: [
        {
          type: 'TypeError',
          value: message,
          mechanism: { type: 'onerror', handled: false },
          stacktrace: {
            frames: [
              {
                filename: '/node_modules/react-dom/client.js',
                function: 'runEvent',
                lineno: 90,
                colno: 3,
                in_app: false,
              },
              {
                filename: 'features/booking/pay.tsx',
                function: 'pay',
                lineno: 12,
                colno: 9,
                in_app: true,
                pre_context: ['const pay = async (quote: Quote) => {', '  const { total } = quote'],
                context_line: '  await send(total.cents)',
                post_context: ['}'],
              },
            ],
          },
        },
      ],
    },
  }
  await sendEnvelope(product, { event_id }, [[{ type: 'event' }, JSON.stringify(event)]])
  return event_id
}

type Child = object

let nextNode = 1
const text = (textContent: string): Child => ({ type: 3, id: nextNode++, textContent })
const element = (tagName: string, attributes: Record<string, string>, ...childNodes: Child[]): Child => ({
  type: 2,
  id: nextNode++,
  tagName,
  attributes,
  childNodes,
})

/** Nodes with which a recorded page would run a script, and would load something from outside and in the name of who watches it. */
const hostileNodes = (url: string): Child[] => [
  element('script', { src: `${url}/outside.js` }, text('document.title = "ran"')),
  element('img', { src: `${url}/outside.png`, onerror: 'parent.document.title = "ran"' }),
  element('img', { src: 'https://outside.example/picture.png' }),
  element('link', { rel: 'stylesheet', href: 'https://outside.example/style.css' }),
  element('style', {}, text(`body { background: url(${url}/outside-too.png) }`)),
  element('iframe', { src: 'https://outside.example/' }),
  element('video', { src: `${url}/outside.mp4`, autoplay: '' }),
  element('svg', { onload: 'parent.document.title = "ran"' }),
]

/**
 * Sends a recorded visit of 30 seconds in which nothing happens for 20, with an error near its end. `isHostile` adds nodes that no page
 * of ours has.
 */
export async function sendReplay(
  product: Product,
  at: Date,
  isHostile = false,
): Promise<{ replay_id: string; event_id: string }> {
  const replay_id = hexId()
  const start = at.getTime()
  const event_id = await reportError(product, { replay_id, at: new Date(start + 25_000) })
  nextNode = 2
  const counterText = nextNode
  const counter = element('p', { id: 'counter', style: 'font: 24px sans-serif' }, text('Before'))
  const page = element(
    'html',
    { lang: 'en' },
    element('head', {}),
    element('body', {}, counter, ...(isHostile ? hostileNodes(product.url) : [])),
  )
  const events = [
    { type: 4, timestamp: start, data: { href: `${product.url}/book/wells`, width: 390, height: 700 } },
    {
      type: 2,
      timestamp: start + 10,
      data: {
        node: {
          type: 0,
          id: 1,
          childNodes: [{ type: 1, name: 'html', publicId: '', systemId: '', id: nextNode++ }, page],
        },
        initialOffset: { left: 0, top: 0 },
      },
    },
    {
      type: 3,
      timestamp: start + 2_000,
      data: { source: 2, type: 2, id: counterText, x: 40, y: 40 },
    },
  ]
  const later = [
    {
      type: 3,
      timestamp: start + 24_500,
      data: {
        source: 0,
        texts: [{ id: counterText, value: 'After' }],
        attributes: [],
        removes: [],
        adds: [],
      },
    },
    { type: 3, timestamp: start + 30_000, data: { source: 2, type: 2, id: counterText, x: 60, y: 60 } },
  ]
  for (const [segment_id, part] of [events, later].entries()) {
    const event = {
      replay_id,
      segment_id,
      replay_type: 'buffer',
      replay_start_timestamp: start / 1000,
      timestamp: (start + (segment_id === 0 ? 5_000 : 30_000)) / 1000,
      urls: segment_id === 0 ? ['https://openspot.example/book/wells'] : [],
      error_ids: [event_id],
      trace_ids: [],
      environment: 'production',
      release: '1.0.0',
      contexts: { browser: { name: 'Chrome', version: '140' } },
    }
    const recording = Buffer.concat([
      Buffer.from(`${JSON.stringify({ segment_id })}\n`),
      deflateSync(JSON.stringify(part)),
    ])
    await sendEnvelope(product, { event_id: replay_id }, [
      [{ type: 'replay_event' }, JSON.stringify(event)],
      [{ type: 'replay_recording' }, recording],
    ])
  }
  const dashed = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { replay_id: dashed(replay_id), event_id: dashed(event_id) }
}
