/** Removes credentials from a text that a vendor wrote, and shortens it for a screen. */
export type Redact = (text: string) => string

const longest = 500
const mark = '[hidden]'

/** The names that vendors give credentials, in elements, attributes, JSON, and forms. */
const names =
  'pass(?:word|wd)?|pwd|licen[cs]e_?key|interfacelicen[cs]e|licen[cs]e|api_?key|x-api-key|secret|token|authorization|user_?name'
const element = new RegExp(`(<(?:[\\w-]+:)?(?:${names})\\b[^>]*>)[^<]*`, 'gi')
const pair = new RegExp(
  `((?:^|[^\\w-])["']?(?:${names})["']?\\s*[=:]\\s*)(?:"[^"]*"|'[^']*'|[^\\s,;&<>]+)`,
  'gi',
)

/**
 * Returns a function that hides the given values, however a vendor encodes them when it quotes a request, and the values
 * of everything that is named like a credential.
 */
export function redactorOf(secrets: readonly string[]): Redact {
  const forms = [...new Set(secrets.flatMap((secret) => formsOf(secret.trim())))]
    .filter((form) => form !== '')
    .toSorted((a, b) => b.length - a.length)
  const known = forms.length === 0 ? null : new RegExp(forms.map(escapePattern).join('|'), 'gi')
  return (text) => {
    // A secret may be split over lines, so white space is collapsed first.
    const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
    const hidden = known === null ? line : line.replaceAll(known, mark)
    const named = hidden.replaceAll(element, `$1${mark}`).replaceAll(pair, `$1${mark}`)
    return named.length > longest ? `${named.slice(0, longest)}…` : named
  }
}

function formsOf(secret: string): string[] {
  if (secret === '') return []
  const xml = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [
    secret,
    xml,
    xml.replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
    xml.replaceAll('"', '&#34;').replaceAll("'", '&#39;'),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('hex'),
  ].map((form) => form.replaceAll(/[\s\p{Cc}]+/gu, ' '))
}

const escapePattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
