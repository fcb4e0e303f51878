/** Masks personal data and secrets in reports of errors: in the browser before they are sent, and again where they arrive. */

const EMAIL = /[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu
/** UUIDs, captured so that `split` keeps them. */
const ID = /([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})/i
/** Long words that mix letters and digits: tokens, codes in links, and keys. */
const WORD = /[A-Za-z0-9_-]{20,}/g
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
/** Numbers of 7 digits and more, with what people write between them: phone numbers, cards, and accounts. */
const NUMBER = /\+?\d(?:[ ().-]{0,2}\d){6,}/g
/** What an element is called to people, in the selectors of breadcrumbs. */
const LABEL = /\[(aria-label|title|alt|placeholder)="[^"]*"?\]?/g
const URL_QUERY = /([?&][\w.[\]-]{1,60}=)[^&#\s"']+/g

const isSecret = (word: string) => /\d/.test(word) && /[A-Za-z]/.test(word)
const isDate = (text: string) => /^\d{4}-\d\d-\d\d/.test(text)

/** Returns the text without email addresses, long numbers, tokens, labels of elements, and the values in addresses. IDs (UUIDs) and dates remain. */
export const maskText = (text: string): string =>
  text
    .replace(LABEL, '[$1]')
    .replace(URL_QUERY, '$1[masked]')
    .split(ID)
    .map((part, at) => (at % 2 === 1 ? part : maskPart(part)))
    .join('')

const maskPart = (text: string): string =>
  text
    .replace(EMAIL, '[email]')
    .replace(JWT, '[token]')
    .replace(WORD, (word) => (isSecret(word) ? '[token]' : word))
    .replace(NUMBER, (digits) => (isDate(digits) ? digits : '[number]'))

/** Fields whose values are always hidden. */
const HIDDEN =
  /pass|secret|token|auth|cookie|session|credential|api.?key|email|phone|plate|card|iban|account.?number|routing|first.?name|last.?name|street|address|^ip|csrf/i

export const isHiddenField = (name: string): boolean => HIDDEN.test(name)

/** Masks all texts of a value, at most `depth` levels deep. */
export function maskValue(value: unknown, depth = 8): unknown {
  if (typeof value === 'string') return maskText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return '[masked]'
  if (Array.isArray(value)) return value.map((each) => maskValue(each, depth - 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      isHiddenField(name) ? '[masked]' : maskValue(each, depth - 1),
    ]),
  )
}
