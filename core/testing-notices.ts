import fc from 'fast-check'

/**
 * Whether a property fails on a deliberately broken variant within so many runs. The first case will do: looking
 * for the smallest one can take minutes where the variant breaks almost everywhere, and says nothing more here.
 */
export function notices<Case>(property: fc.IProperty<Case>, numRuns = 100): boolean {
  return fc.check(property, { numRuns, endOnFailure: true }).failed
}
