/** Each function reads one variable, and throws a PlainError that names it if its value is not possible. */

import { PlainError } from './plain-error.ts'

export type Env = Readonly<Record<string, string | undefined>>

export function networksOf(env: Env, name: string): string[] {
  const networks = (text(env, name) ?? '')
    .split(',')
    .map((range) => range.trim())
    .filter((range) => range !== '')
  const odd = networks.find((range) => !/^[0-9a-fA-F.:]+\/\d{1,3}$/.test(range))
  if (odd !== undefined)
    throw new PlainError(
      `${name} has "${odd}"; it must be networks such as 192.168.20.0/24, separated by commas.`,
    )
  return networks
}

export function text(env: Env, name: string): string | null {
  const value = env[name]?.trim()
  return value ? value : null
}

const isEmailAddress = (value: string) => /^[^\s@<>",;]+@[^\s@<>",;]+$/.test(value)

export function emailAddress(env: Env, name: string): string | null {
  const value = text(env, name)
  if (value === null || isEmailAddress(value)) return value
  throw new PlainError(`${name} is "${value}"; it must be one email address.`)
}

export function emailAddresses(env: Env, name: string): string[] {
  const values = (text(env, name) ?? '').split(',').map((one) => one.trim().toLowerCase())
  const given = values.filter((one) => one !== '')
  const odd = given.find((one) => !isEmailAddress(one))
  if (odd === undefined) return given
  throw new PlainError(`${name} contains "${odd}", which is not an email address.`)
}

export function wholeNumber(env: Env, name: string, otherwise: number, min: number, max: number): number {
  const value = text(env, name)
  if (value === null) return otherwise
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
  if (!(number >= min && number <= max)) {
    throw new PlainError(`${name} is "${value}"; it must be a whole number from ${min} to ${max}.`)
  }
  return number
}

export const portOrNull = (env: Env, name: string): number | null =>
  text(env, name) === null ? null : wholeNumber(env, name, 0, 0, 65535)

export function oneOf<const T extends string>(env: Env, name: string, words: readonly T[], otherwise: T): T {
  const value = text(env, name)
  if (value === null) return otherwise
  const found = words.find((word) => word === value)
  if (found === undefined)
    throw new PlainError(`${name} is "${value}"; it must be one of: ${words.join(', ')}.`)
  return found
}

export function address(env: Env, name: string, protocols: string[]): string | null {
  const value = text(env, name)
  if (value === null) return null
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  throw new PlainError(
    `${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
  )
}
