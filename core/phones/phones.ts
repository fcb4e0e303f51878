import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

const parsed = (text: string, country: string) =>
  parsePhoneNumberFromString(text, isSupportedCountry(country) ? country : 'US')

/**
 * Reads a phone number as people in a country (ISO 3166-1) write it, or with the code of its country, and returns it in E.164
 * form. Null if it is not valid, or has an extension, which E.164 cannot contain.
 */
export function readPhone(text: string, country: string): string | null {
  const phone = parsed(text, country)
  return phone?.isValid() && !phone.ext ? phone.number : null
}

/**
 * Formats a stored phone number for a reader in a country: "(312) 555-0100" in its own country, "+1 312 555 0100" in others. A
 * text that is not a number is returned as it is.
 */
export function formatPhone(phone: string, country: string): string {
  const known = parsed(phone, country)
  if (!known?.isPossible()) return phone
  return known.country === country ? known.formatNational() : known.formatInternational()
}
