import type { Random } from './ports.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function word(random: Random, length: number): string {
  let made = ''
  while (made.length < length) made += letters.charAt(Math.floor(random() * letters.length))
  return made
}

/** `pi_` and 24 characters, like Stripe's IDs. */
export function makeId(random: Random, prefix: string): string {
  return `${prefix}_${word(random, 24)}`
}

export function makeSecret(random: Random, prefix: string): string {
  return `${prefix}_${word(random, 32)}`
}
