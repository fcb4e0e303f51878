import fc from 'fast-check'

/**
 * Whether a property fails for a deliberately broken variant within `numRuns` runs. It stops at the first failure,
 * because shrinking can take minutes if the variant fails almost everywhere.
 */
export function notices<Case>(property: fc.IProperty<Case>, numRuns = 100): boolean {
  return fc.check(property, { numRuns, endOnFailure: true }).failed
}
