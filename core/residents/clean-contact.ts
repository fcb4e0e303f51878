import type { PhoneFault } from '../phones/faults.ts'
import { phoneFault, readPhone } from '../phones/phones.ts'
import { cleanText } from './clean-text.ts'
import type { ResidentRules } from './decision.ts'

/** A contact after cleaning. It is invalid if the vendor has something that cannot be used. */
export interface CleanContact {
  value: string | null
  is_invalid: boolean
}

const MAX_EMAIL = 254
const MAX_LOCAL = 64
const address =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/
/** What staff enter for people without an email, before the `@`. */
const placeholders = new Set(['none', 'noemail', 'no', 'na', 'n/a', 'refused'])

function isPlaceholder(email: string): boolean {
  const [local = '', domain = ''] = email.split('@')
  return placeholders.has(local) || (local === 'test' && domain.startsWith('test'))
}

/** Returns an email in lower case, unless it is a placeholder, malformed, or known to be undeliverable. */
export function cleanEmail(
  text: string | null,
  rules: Pick<ResidentRules, 'undeliverable_emails'>,
): CleanContact {
  const email = cleanText(text, MAX_EMAIL + 1)?.toLowerCase() ?? null
  if (email === null) return { value: null, is_invalid: false }
  const is_usable =
    email.length <= MAX_EMAIL &&
    email.indexOf('@') <= MAX_LOCAL &&
    address.test(email) &&
    !isPlaceholder(email) &&
    !rules.undeliverable_emails?.has(email)
  return is_usable ? { value: email, is_invalid: false } : { value: null, is_invalid: true }
}

const extension = /(?:;ext=|,|#|\bext(?:ension)?\b\.?|\bx)[\s.:]*\d{1,7}\s*$/i
const sequences = new Set(['1234567890', '0123456789', '11234567890'])
const isFiller = (digits: string): boolean => /^(\d)\1*$/.test(digits) || sequences.has(digits)
/** 555-0100 to 555-0199 in any area of North America. */
const fictional = /^\+1\d{3}55501\d\d$/

type PhoneRules = Pick<ResidentRules, 'country' | 'allows_fictional_phones'>

type ReadPhone = { phone: string; fault: null } | { phone: null; fault: PhoneFault }
const refused = (fault: PhoneFault): ReadPhone => ({ phone: null, fault })

function usablePhone(text: string, { country, allows_fictional_phones }: PhoneRules): ReadPhone {
  const bare = text.replace(extension, '')
  if (isFiller(bare.replaceAll(/\D/g, ''))) return refused('placeholder')
  const phone = readPhone(bare, country)
  if (phone === null) return refused(phoneFault(bare, country) ?? 'not_a_number')
  if (phone.startsWith('+1') && isFiller(phone.slice(2))) return refused('placeholder')
  if (fictional.test(phone) && !allows_fictional_phones) return refused('placeholder')
  return { phone, fault: null }
}

/** A phone number after cleaning. `fault` is set if the vendor has numbers and none of them can be used. */
export interface CleanPhone {
  value: string | null
  fault: PhoneFault | null
}

/** Returns the first usable phone number in E.164 form, or what is wrong with the first number if none is usable. */
export function cleanPhone(phones: readonly string[], rules: PhoneRules): CleanPhone {
  const texts = phones.map((phone) => cleanText(phone)).filter((phone) => phone !== null)
  const read = texts.map((text) => usablePhone(text, rules))
  const value = read.find(({ phone }) => phone !== null)?.phone ?? null
  return { value, fault: value === null ? (read[0]?.fault ?? null) : null }
}
