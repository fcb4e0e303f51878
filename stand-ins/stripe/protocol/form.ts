/**
 * Stripe's requests are forms with brackets in their keys: `metadata[lot]=3`, `expand[]=customer`, `items[0][id]=x`.
 * See https://docs.stripe.com/api (request bodies) and the SDK's form encoder.
 */
export type FormValue = string | FormFields
export interface FormFields {
  [key: string]: FormValue
}

const MAX_FIELDS = 1000
const deepest = 8

export class FormError extends Error {}

/**
 * Parses a query string or a form body. Lists become objects with the keys "0", "1", …; the reader of a field
 * interprets them.
 */
export function parseForm(text: string): FormFields {
  const fields = emptyFields()
  if (text === '') return fields
  const pairs = text.split('&')
  if (pairs.length > MAX_FIELDS) throw new FormError('Too many parameters.')
  for (const pair of pairs) {
    if (pair === '') continue
    const cut = pair.indexOf('=')
    const key = decode(cut < 0 ? pair : pair.slice(0, cut))
    setField(fields, pathOf(key), cut < 0 ? '' : decode(pair.slice(cut + 1)))
  }
  return fields
}

function setField(fields: FormFields, path: string[], value: string): void {
  let at = fields
  path.forEach((part, depth) => {
    // `a[]` takes the next free index.
    const key = part === '' ? String(Object.keys(at).length) : part
    if (depth === path.length - 1) {
      at[key] = value
      return
    }
    const inner = at[key]
    if (typeof inner === 'object') {
      at = inner
    } else {
      const made = emptyFields()
      at[key] = made
      at = made
    }
  })
}

function pathOf(key: string): string[] {
  const open = key.indexOf('[')
  if (open <= 0) return [key]
  const inner = key.slice(open)
  if (!/^(\[[^[\]]*\])+$/.test(inner)) return [key]
  const path = [key.slice(0, open), ...inner.slice(1, -1).split('][')]
  if (path.length > deepest) throw new FormError('Parameters are nested too deeply.')
  return path
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new FormError('The request is not a well-formed form.')
  }
}

/** Without a prototype, so that a field named `__proto__` is an ordinary field. */
function emptyFields(): FormFields {
  return Object.create(null) as FormFields
}
