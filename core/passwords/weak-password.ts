import type { PlainReason } from '../reasons.ts'
import { commonPasswords } from './common-passwords.ts'

/** The owner of a password. Attackers try personal data first. */
export interface PasswordOwner {
  email: string | null
  first_name: string | null
  last_name: string | null
}

const product = 'openspot'
/** Shorter names occur in ordinary words and are ordinary words ("ann" in "planning", "may"), so they only count if nothing else is there. */
const minNameInside = 4
const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
]
const runs = rows.flatMap((row) => [row + row, (row + row).split('').toReversed().join('')])

/**
 * Returns why a password is too easy to guess; null if it is not. Case is ignored, and so is
 * punctuation at the ends ("Password123!").
 */
export function weaknessOf(password: string, owner: PasswordOwner): PlainReason | null {
  const word = password.normalize('NFKC').toLowerCase()
  const plain = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  if (isRepeated(word)) return { code: 'password_repeats' }
  if (isRun(plain)) return { code: 'password_sequence' }
  if (commonPasswords.has(word) || commonPasswords.has(plain)) return { code: 'password_common' }
  if (word.includes(product)) return { code: 'password_product' }
  const localPart = owner.email?.toLowerCase().split('@')[0] ?? ''
  if (contains(word, localPart) || isOnly(word, [localPart])) return { code: 'password_email' }
  const names = [owner.first_name, owner.last_name].map((name) => name?.toLowerCase() ?? '')
  if (names.some((name) => contains(word, name)) || isOnly(word, names)) return { code: 'password_name' }
  return null
}

/** Whether the password repeats one short part: "aaaaaaaaaa", "abcabcabca". */
function isRepeated(word: string): boolean {
  for (let length = 1; length <= Math.min(5, word.length / 2); length++) {
    if (
      word ===
      word
        .slice(0, length)
        .repeat(Math.ceil(word.length / length))
        .slice(0, word.length)
    )
      return true
  }
  return false
}

/** Whether the password is a run of the alphabet, the digits, or a keyboard row, in either direction. */
const isRun = (word: string) => word.length > 0 && runs.some((run) => run.includes(word))

function contains(word: string, part: string): boolean {
  const name = part.normalize('NFKC').trim()
  return name.length >= minNameInside && word.includes(name)
}

/** Whether the letters of a password are nothing but short names of its owner: "ann1234567", "AnnLee2026!". */
function isOnly(word: string, parts: readonly string[]): boolean {
  const names = parts.map((part) => part.normalize('NFKC').trim()).filter((name) => name.length > 1)
  const letters = word.replaceAll(/[^\p{L}]+/gu, '')
  const rest = names.reduce((left, name) => left.replaceAll(name, ''), letters)
  return letters !== '' && rest === ''
}
