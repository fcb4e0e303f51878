import { invalid } from './errors.ts'
import type { FormFields, FormValue } from './form.ts'

/** Validates and converts one value of a form. `path` is its name as Stripe writes it: `card[number]`. */
export type Reader<T> = (value: FormValue, path: string) => T

interface Needed<T> {
  needed: Reader<T>
}
type Field = Reader<unknown> | Needed<unknown>

export type Read<R> = R extends Reader<infer T> ? T : never
type Shape<F extends Record<string, Field>> = {
  [K in keyof F as F[K] extends Needed<unknown> ? K : never]: F[K] extends Needed<infer T> ? T : never
} & {
  [K in keyof F as F[K] extends Needed<unknown> ? never : K]?: F[K] extends Reader<infer T> ? T : never
}

export function required<T>(reader: Reader<T>): Needed<T> {
  return { needed: reader }
}

/** A group of parameters. Unknown ones are rejected, as Stripe does, so that typing errors are noticed. */
export function shape<F extends Record<string, Field>>(fields: F): Reader<Shape<F>> {
  return (value, path) => {
    if (typeof value === 'string') throw invalid('Invalid object', { param: path })
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(fields, key)) {
        const param = inside(path, key)
        throw invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
      }
    }
    const read: Record<string, unknown> = {}
    for (const [key, field] of Object.entries(fields)) {
      const given = value[key]
      const param = inside(path, key)
      if (given !== undefined) read[key] = (typeof field === 'function' ? field : field.needed)(given, param)
      else if (typeof field !== 'function')
        throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
    }
    // Every field was just read by the reader that its type comes from.
    return read as Shape<F>
  }
}

/**
 * The parameters of one call. The compiler rejects names that the SDK's own type for the call does not have, so the
 * stand-in accepts at most what Stripe accepts.
 */
export function request<P>(): NamesOf<P> {
  return (reader) => reader
}
type NamesOf<P> = <T extends { [K in keyof T]: K extends keyof P ? unknown : never }>(
  reader: Reader<T>,
) => Reader<T>

export const text: Reader<string> = (value, path) => {
  if (typeof value !== 'string') throw invalid('Invalid string', { param: path })
  if (value === '')
    throw invalid(
      `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
      { code: 'parameter_invalid_empty', param: path },
    )
  if (value.length > 5000)
    throw invalid(`Invalid string: ${path} must be at most 5000 characters`, {
      code: 'parameter_invalid_string',
      param: path,
    })
  return value
}

/** A parameter that an empty string clears. */
export function unsettable<T>(reader: Reader<T>): Reader<T | null> {
  return (value, path) => (value === '' ? null : reader(value, path))
}

export const integer: Reader<number> = (value, path) => {
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value))
    throw invalid(`Invalid integer: ${typeof value === 'string' ? value : '{}'}`, {
      code: 'parameter_invalid_integer',
      param: path,
    })
  return Number(value)
}

export const positive: Reader<number> = (value, path) => {
  const number = integer(value, path)
  if (number < 1)
    throw invalid('This value must be greater than or equal to 1.', {
      code: 'parameter_invalid_integer',
      param: path,
    })
  return number
}

export const boolean: Reader<boolean> = (value, path) => {
  if (value === 'true') return true
  if (value === 'false') return false
  throw invalid(`Invalid boolean: ${typeof value === 'string' ? value : '{}'}`, { param: path })
}

export function oneOf<const T extends string>(...allowed: T[]): Reader<T> {
  return (value, path) => {
    const found = allowed.find((option) => option === value)
    if (found === undefined)
      throw invalid(`Invalid ${path}: must be one of ${allowed.join(', ')}`, { param: path })
    return found
  }
}

export function listOf<T>(reader: Reader<T>): Reader<T[]> {
  return (value, path) => {
    if (value === '') return []
    if (typeof value === 'string' || Object.keys(value).some((key) => !/^\d+$/.test(key)))
      throw invalid('Invalid array', { param: path })
    return Object.entries(value)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([key, item]) => reader(item, inside(path, key)))
  }
}

/** A three-letter currency code in lower case. */
export const currency: Reader<string> = (value, path) => {
  const code = text(value, path).toLowerCase()
  if (!/^[a-z]{3}$/.test(code)) throw invalid(`Invalid currency: ${code}`, { param: path })
  return code
}

/**
 * https://docs.stripe.com/api/metadata: 50 keys, names up to 40 and values up to 500 characters; an empty value removes
 * a key.
 */
export const metadata: Reader<Record<string, string>> = (value, path) => {
  if (value === '') return {}
  if (typeof value === 'string') throw invalid('Invalid metadata', { param: path })
  const read: Record<string, string> = {}
  for (const [key, item] of Object.entries(value)) {
    const param = inside(path, key)
    if (typeof item !== 'string') throw invalid('Metadata values must be strings.', { param })
    if (key.length > 40 || item.length > 500)
      throw invalid('Metadata keys have at most 40 characters and values at most 500.', { param })
    read[key] = item
  }
  if (Object.keys(read).length > 50) throw invalid('Metadata can have at most 50 keys.', { param: path })
  return read
}

/** For settings that the stand-in accepts and ignores, such as `payment_method_options`. */
export const anything: Reader<FormValue> = (value) => value

export const address = shape({
  city: unsettable(text),
  country: unsettable(text),
  line1: unsettable(text),
  line2: unsettable(text),
  postal_code: unsettable(text),
  state: unsettable(text),
})

/** An instant or a range of instants: https://docs.stripe.com/api/events/list#list_events-created */
export const range: Reader<{ gt?: number; gte?: number; lt?: number; lte?: number }> = (value, path) => {
  if (typeof value !== 'string')
    return shape({ gt: integer, gte: integer, lt: integer, lte: integer })(value, path)
  const exactly = integer(value, path)
  return { gte: exactly, lte: exactly }
}

/** Parameters of every list. */
export const paging = { limit: positive, starting_after: text, ending_before: text }

export function isFields(value: FormValue): value is FormFields {
  return typeof value !== 'string'
}

/** Returns the merged metadata: given keys replace existing ones, and empty values remove them. */
export function mergeMetadata(
  old: Record<string, string> | null,
  given: Record<string, string> | undefined,
): Record<string, string> {
  if (!given) return old ?? {}
  return Object.fromEntries(Object.entries({ ...old, ...given }).filter(([, value]) => value !== ''))
}

function inside(path: string, key: string): string {
  return path === '' ? key : `${path}[${key}]`
}
