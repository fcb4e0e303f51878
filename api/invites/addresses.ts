import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/** A phone number as people of a country write it, in the form that all numbers have; null if it is none. */
export function readPhone(text: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : 'US')
  return parsed?.isValid() ? parsed.number : null
}

/** An address that whoever holds the link may see in part: enough to know one's own, too little to write to. */
export function maskAddress(address: string): string {
  const at = address.indexOf('@')
  if (at === -1) return `${address.slice(0, 3)}…${address.slice(-2)}`
  return `${address.slice(0, Math.min(2, at - 1))}…${address.slice(at)}`
}
