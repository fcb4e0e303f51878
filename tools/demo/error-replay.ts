/** A recording of a visit that fails to pay, as the browser sends it: all texts are masked. */

type Node = Record<string, unknown>

/** Builds nodes of rrweb with consecutive IDs. */
function builder() {
  let id = 2
  const node = (of: Node): Node => ({ id: id++, ...of })
  const text = (textContent: string) => node({ type: 3, textContent })
  const element = (tagName: string, style: string, ...childNodes: Node[]) =>
    node({ type: 2, tagName, attributes: style === '' ? {} : { style }, childNodes })
  return { element, text }
}

const line = 'display:flex;justify-content:space-between;padding:10px 0;border-bottom:1px solid #e3e6ea'
const card = 'margin:16px;padding:16px;border:1px solid #d5d9df;border-radius:12px;background:#fff'
const button =
  'display:block;width:100%;padding:14px;border:0;border-radius:10px;background:#1a5fd0;color:#fff;font-size:16px'
const SECOND = 1_000

/** Returns the recording's segments of five seconds, and when in it the error occurs. */
export function replayOfCheckout(start: number, origin: string) {
  const { element, text } = builder()
  const priced = ['***** ******* ** *****', '**** ***', '******* ***', '*****']
  const rows = priced.map((name) =>
    element('div', line, element('span', '', text(name)), element('b', '', text('$*.**'))),
  )
  const message = text('')
  const notice = element('p', 'margin:0 0 12px;color:#b3261e', message)
  const label = text('*** $**.**')
  const pay = element('button', button, label)
  const body = element(
    'body',
    'margin:0;background:#f4f6f8;color:#17202b;font:15px/1.5 sans-serif',
    element(
      'header',
      'padding:14px 16px;background:#fff;border-bottom:1px solid #d5d9df',
      element('b', '', text('********')),
    ),
    element(
      'main',
      card,
      element('h1', 'margin:0;font-size:22px', text('******* *** ***')),
      element('p', 'margin:4px 0 12px;color:#5b6673', text('***** ****** ******, *** **')),
      ...rows,
      element('div', 'height:20px'),
      notice,
      pay,
    ),
  )
  const page = { type: 2, id: 900, tagName: 'html', attributes: { lang: 'en' }, childNodes: [body] }
  const doctype = { type: 1, id: 901, name: 'html', publicId: '', systemId: '' }
  const at = (seconds: number, type: number, data: object) => ({
    type,
    timestamp: start + Math.round(seconds * SECOND),
    data,
  })
  const touch = (seconds: number, kind: number) =>
    at(seconds, 3, { source: 2, type: kind, id: pay['id'], x: 195, y: 420 })
  const change = (seconds: number, of: Node, value: string) =>
    at(seconds, 3, { source: 0, texts: [{ id: of['id'], value }], attributes: [], removes: [], adds: [] })
  const crumb = (seconds: number, category: string, text: string) =>
    at(seconds, 5, {
      tag: 'breadcrumb',
      payload: { type: 'default', category, message: text, timestamp: start / SECOND + seconds },
    })
  const events = [
    at(0, 4, { href: `${origin}/book/wells-street-garage`, width: 390, height: 700 }),
    at(0.1, 2, { node: { type: 0, id: 1, childNodes: [doctype, page] }, initialOffset: { left: 0, top: 0 } }),
    at(6, 3, { source: 1, positions: [{ x: 195, y: 420, id: pay['id'], timeOffset: 0 }] }),
    touch(8, 1),
    touch(8.1, 0),
    touch(8.1, 2),
    crumb(8.1, 'ui.click', 'button'),
    change(8.3, label, '******…'),
    change(10.4, label, '*** $**.**'),
    change(10.4, message, '********* **** *****. *** *****.'),
    touch(15, 2),
    crumb(15, 'ui.click', 'button'),
    change(17, message, '********* **** *****. *** *****.'),
    at(22, 3, { source: 3, id: 1, x: 0, y: 40 }),
    at(24, 3, { source: 2, type: 2, id: body['id'], x: 60, y: 60 }),
  ]
  const numbers = [0, 1, 2, 3, 4]
  const segments = numbers.map((number) =>
    events.filter(({ timestamp }) => Math.floor((timestamp - start) / (5 * SECOND)) === number),
  )
  return { segments, ends: start + 24 * SECOND, error_at: start + Math.round(10.4 * SECOND) }
}
