import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

/** Parses a phone number as written in a country and returns it in E.164 form, or null if it is invalid. */
export function readPhone(text: string, country: string): string | null {
  const parsed = parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : 'US')
  return parsed?.isValid() ? parsed.number : null
}

/** Masks an address for anyone who holds the link: enough to recognize one's own, too little to write to. */
export function maskAddress(address: string): string {
  const at = address.indexOf('@')
  if (at === -1) return `${address.slice(0, 3)}…${address.slice(-2)}`
  return `${address.slice(0, Math.min(2, at - 1))}…${address.slice(at)}`
}
