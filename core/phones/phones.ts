import { AsYouType, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js'

const known = (country: string) => (isSupportedCountry(country) ? country : 'US')

const parsed = (text: string, country: string) => parsePhoneNumberFromString(text, known(country))

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
  const number = parsed(phone, country)
  if (!number?.isPossible()) return phone
  return number.country === country ? number.formatNational() : number.formatInternational()
}

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/**
 * Formats the beginning of a phone number as people in a country write it: "312555" as "(312) 555". A text with other characters
 * than those of a number is returned as it is, and so is one of which formatting would change the digits.
 */
export function formatTypedPhone(text: string, country: string): string {
  if (!/^[+\d\s().-]*$/.test(text)) return text
  const formatted = new AsYouType(known(country)).input(text)
  return digitsOf(formatted) === digitsOf(text) ? formatted : text
}
