import { type EventPart, unreadable } from './reading.ts'

/** A value that was read from JSON or XML: nothing is known of it. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the object below a name, or an empty one. */
export const fieldsOf = (of: Fields, name: string): Fields => {
  const value = Object.hasOwn(of, name) ? of[name] : undefined
  return isFields(value) ? value : {}
}

export const listOf = (of: Fields, name: string): unknown[] => {
  const value = Object.hasOwn(of, name) ? of[name] : undefined
  return Array.isArray(value) ? value : []
}

/** Returns a text or number as text without spaces around it; empty if it is neither. */
export function textOf(of: Fields, name: string): string {
  const value = Object.hasOwn(of, name) ? of[name] : undefined
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** Returns a plate as it was read. Throws `NoReading` if there is none, or if it can't be one. */
export function needed(value: string): string {
  return value === '' ? unreadable('FIELD_MISSING') : value
}

/** Returns a number between 0 and 100, given as a percentage or as a fraction of 1. */
export function percentOf(text: string): number | null {
  const value = Number(text)
  if (text === '' || !Number.isFinite(value) || value < 0 || value > 100) return null
  return Math.round(value <= 1 ? value * 100 : value)
}

/** Returns the instant of an ISO 8601 text, in UTC if it names no zone; null if it is none. */
export function instantOf(text: string): Date | null {
  if (!/^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/.test(text)) return null
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text)
  return dateOf(Date.parse(hasZone ? text : `${text}Z`))
}

/** Returns the instant of milliseconds since 1970; null if there are none. */
export const millisecondsOf = (text: string): Date | null =>
  /^\d{10,16}$/.test(text) ? dateOf(Number(text)) : null

const dateOf = (milliseconds: number): Date | null =>
  Number.isFinite(milliseconds) && Math.abs(milliseconds) < 8.64e15 ? new Date(milliseconds) : null

/** Returns the state of a region such as "us-il", or the country of one such as "de"; empty if it is unknown. */
export function regionOf(code: string): string {
  const last = code.toUpperCase().split('-').at(-1) ?? ''
  return /^[A-Z]{2,3}$/.test(last) ? last : ''
}

/** Returns the bytes of a picture in Base64; null if there are none. */
export const base64Of = (text: string): Buffer | null => {
  const bytes = Buffer.from(text.replace(/^data:[^,]{0,100},/, ''), 'base64')
  return bytes.length === 0 ? null : bytes
}

/** Returns the JSON of the part with that name, or of the whole body. */
export function jsonOf(parts: readonly EventPart[], name: string): Fields {
  const part = parts.find((each) => each.name === '' || each.name === name) ?? unreadable('PART_MISSING')
  let value: unknown
  try {
    value = JSON.parse(part.bytes.toString('utf8'))
  } catch {
    return unreadable('NOT_JSON')
  }
  return isFields(value) ? value : unreadable('NOT_JSON')
}

/** Returns the first part that is a picture, preferring names that a pattern matches. */
export function pictureOf(parts: readonly EventPart[], preferred: RegExp): Buffer | null {
  const pictures = parts.filter(({ bytes, filename }) => isPicture(bytes) && filename !== '')
  const best = pictures.find(({ name, filename }) => preferred.test(name) || preferred.test(filename))
  return (best ?? pictures[0])?.bytes ?? null
}

const isPicture = (bytes: Buffer) => ['ffd8', '8950', '5249'].includes(bytes.toString('hex', 0, 2))
