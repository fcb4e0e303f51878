/**
 * Why a phone number is refused. `no_country_code` is a number of another country whose + is missing, and `placeholder` one that staff
 * enter in a system for people without a number. The texts are the messages `apiErrors.phones`.
 */
export const phoneFaults = [
  'not_a_number',
  'too_short',
  'too_long',
  'no_country_code',
  'unknown_country_code',
  'has_extension',
  'not_in_use',
  'placeholder',
] as const
export type PhoneFault = (typeof phoneFaults)[number]
