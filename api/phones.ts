import { phoneFault, readPhone } from '@openspot/core/phones/phones.ts'
import { refuse } from './errors.ts'

/**
 * Returns a typed phone number in E.164 form. Without its country's code it is read as one of the given country.
 * @throws ApiError that says why, if it is not a valid number
 */
export function phoneOf(typed: string, country: string, field: string): string {
  const phone = readPhone(typed, country)
  if (phone !== null) return phone
  const fault = phoneFault(typed, country) ?? 'not_a_number'
  return refuse('request_invalid', { field, message: (t) => t(`apiErrors.phones.${fault}`) })
}
