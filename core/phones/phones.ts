import {
  AsYouType,
  isSupportedCountry,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js'
import type { PhoneFault } from './faults.ts'

const known = (country: string) => (isSupportedCountry(country) ? country : 'US')

const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

const parsed = (text: string, country: string) => parsePhoneNumberFromString(text, known(country))

/** Until 2019, cell phones in Mexico had a 1 after the code of the country, and many people still write it. */
const withoutFormerDigit = (text: string) =>
  text.replace(/^(\s*(?:\+|00)\s*52)[\s.-]*1(?=(?:\D*\d){10}\D*$)/, '$1 ')

/**
 * Area codes in the United States and Canada come into service before the library knows them, so a number there only has to be
 * well-formed; the text with the code proves that it exists. https://www.nanpa.com/numbering
 */
const isWellFormedNorthAmerican = (national: string) => /^[2-9][0-8]\d[2-9]\d{6}$/.test(national)

/**
 * Reads a phone number as people in a country (ISO 3166-1) write it, or with the code of its country, and returns it in E.164
 * form. Null if it is not valid, or has an extension, which E.164 cannot contain.
 */
export function readPhone(text: string, country: string): string | null {
  const phone = parsed(withoutFormerDigit(text), country)
  if (!phone || phone.ext) return null
  const isGood =
    phone.countryCallingCode === '1' ? isWellFormedNorthAmerican(phone.nationalNumber) : phone.isValid()
  return isGood ? phone.number : null
}

/** One digit more than a national number has is likelier a slip than the code of a country. */
const MIN_WITH_CODE = 12

/** Returns why `readPhone` refuses a text, or null if it doesn't. */
export function phoneFault(text: string, country: string): PhoneFault | null {
  if (readPhone(text, country) !== null) return null
  const bare = withoutFormerDigit(text)
  if (parsed(bare, country)?.ext) return 'has_extension'
  const digits = digitsOf(text)
  const isInternational = /^\s*\+/.test(text)
  switch (validatePhoneNumberLength(bare, known(country))) {
    case 'INVALID_COUNTRY':
      return 'unknown_country_code'
    case 'NOT_A_NUMBER':
      return /^[+\d\s().-]*\d[\d\s().-]*$/.test(text) ? 'too_short' : 'not_a_number'
    case 'TOO_SHORT':
    case 'INVALID_LENGTH':
      return 'too_short'
    case 'TOO_LONG':
      return !isInternational && digits.length >= MIN_WITH_CODE && readPhone(`+${digits}`, country) !== null
        ? 'no_country_code'
        : 'too_long'
    case undefined:
      return 'not_in_use'
  }
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

/**
 * Formats the beginning of a phone number as people in a country write it: "312555" as "(312) 555". A text with other characters
 * than those of a number is returned as it is, and so is one of which formatting would change the digits.
 */
export function formatTypedPhone(text: string, country: string): string {
  if (!/^[+\d\s().-]*$/.test(text)) return text
  const formatted = new AsYouType(known(country)).input(text)
  return digitsOf(formatted) === digitsOf(text) ? formatted : text
}
