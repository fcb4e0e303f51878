import { readPhone } from '@openspot/core/phones/phones.ts'
import { refuse } from './errors.ts'

/**
 * Returns a typed phone number in E.164 form. Without its country's code it is read as one of the given country.
 * @throws ApiError if it is not a valid number
 */
export const phoneOf = (typed: string, country: string, field: string): string =>
  readPhone(typed, country) ??
  refuse('request_invalid', { field, message: (t) => t('apiErrors.people.phoneInvalid') })
