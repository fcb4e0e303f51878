import { isHiddenField, maskText } from '@openspot/core/error-monitoring/mask.ts'
import { isWritable } from '../../plugins/reject-unstorable-text.ts'

/** Readers of fields that anyone may have written. Each returns something that can be stored. */
export type Fields = Record<string, unknown>

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

export const listOf = (value: unknown, max: number): unknown[] =>
  Array.isArray(value) ? value.slice(0, max) : []

/** Without what PostgreSQL can't store, and not longer than `max`. */
function storable(text: string, max: number): string {
  const short = text.length > max ? `${text.slice(0, max - 1)}…` : text
  return isWritable(short) ? short : short.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\ufffd')
}

/** A text as it is, for names of our own code. */
export const nameOfField = (value: unknown, max = 200): string =>
  typeof value === 'string' ? storable(value, max) : ''

/** A masked text. Numbers and yes or no become text. */
export function textOf(value: unknown, max = 1_000): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return storable(maskText(value.slice(0, max * 4)), max)
  if (typeof value !== 'object' || value === null) return ''
  return storable(maskText(JSON.stringify(value).slice(0, max * 4)), max)
}

export const wholeNumber = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? value : null

/** At most `max` masked texts by name. What people are called and where they live is hidden. */
export function textsOf(value: unknown, max = 50): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldsOf(value))
      .slice(0, max)
      .map(([name, each]) => [nameOfField(name, 100), isHiddenField(name) ? '[masked]' : textOf(each, 500)])
      .filter(([name, text]) => name !== '' && text !== ''),
  )
}

const HEX = /^[0-9a-f]{32}$/i

/** Sentry writes UUIDs as 32 hex digits. */
export function uuidOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const hex = value.replaceAll('-', '').toLowerCase()
  return HEX.test(hex) ? hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') : null
}

/** A time in seconds or ISO 8601, as an instant near `now`: a clock that is wrong is not believed. */
export function instantOf(value: unknown, now: Date): string {
  const at =
    typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN
  const isNear = Math.abs(at - now.getTime()) < 7 * 86_400_000
  return new Date(isNear ? at : now).toISOString()
}
