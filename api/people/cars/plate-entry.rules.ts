import { type PlateEntry, plateEntry } from '@openspot/core/plates/plate-entry.ts'
import type { Message } from '@openspot/messages/translate.ts'
import { refuse } from '../../errors.ts'

interface Entered {
  region: string
  field: string
  /** What is said if no letter or digit is left, or too many. */
  ofLength: Message
}

/** Returns a plate that a person typed, for its owner and for comparison. Throws `request_invalid` with the character that is on no plate. */
export function enteredPlate(
  raw: string,
  { region, field, ofLength }: Entered,
): Extract<PlateEntry, { problem: null }> {
  const entry = plateEntry(raw, region)
  if (entry.problem === null) return entry
  const { problem } = entry
  if (problem.kind === 'LENGTH') return refuse('request_invalid', { field, message: ofLength })
  const { character } = problem
  if (problem.kind === 'SIGN')
    return refuse('request_invalid', { field, message: (t) => t('apiErrors.plates.sign', { character }) })
  const { suggestion } = problem
  return refuse('request_invalid', {
    field,
    message: (t) =>
      suggestion === null
        ? t('apiErrors.plates.otherLetter', { character })
        : t('apiErrors.plates.looksLatin', { character, suggestion }),
  })
}
