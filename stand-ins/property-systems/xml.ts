/** Writes and reads just enough XML for requests and responses of this stand-in. */

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** An element with text; without text it is empty. */
export const tag = (name: string, text: string): string =>
  text === '' ? `<${name}/>` : `<${name}>${escaped(text)}</${name}>`

export const tags = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, text]) => tag(name, text))
    .join('')

/** Returns the text of the first element with a local name in a request; null without one. */
export function textIn(body: string, name: string): string | null {
  const found = new RegExp(`<(?:[\\w-]+:)?${name}(?:\\s[^>]*)?>([^<]*)<`, 'i').exec(body)?.[1]
  return found === undefined
    ? null
    : found.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

export const soap = (prefix: string, body: Iterable<string>): Iterable<string> => wrapped(prefix, body)

function* wrapped(prefix: string, body: Iterable<string>): Generator<string> {
  yield `<?xml version="1.0" encoding="utf-8"?><${prefix}:Envelope xmlns:${prefix}="http://schemas.xmlsoap.org/soap/envelope/"><${prefix}:Body>`
  yield* body
  yield `</${prefix}:Body></${prefix}:Envelope>`
}

export const fault = (prefix: string, text: string): Iterable<string> =>
  soap(prefix, [
    `<${prefix}:Fault><faultcode>${prefix}:Client</faultcode><faultstring xml:lang="en-US">${escaped(text)}</faultstring><detail><message xmlns="">made-up text</message></detail></${prefix}:Fault>`,
  ])

/** `M/D/YYYY`, or the text itself if it is no date. */
export const slashed = (date: string): string => {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(date) ?? []
  return year === undefined ? date : `${Number(month)}/${Number(day)}/${year}`
}
