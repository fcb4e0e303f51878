import fc from 'fast-check'

// A fixed seed: with a random one, a variant that fails rarely would pass now and then, and the test with it.
const settings = (numRuns: number) => ({ numRuns, seed: 1, endOnFailure: true })

/**
 * Whether a property fails for a deliberately broken variant within `numRuns` runs. It stops at the first failure,
 * because shrinking can take minutes if the variant fails almost everywhere.
 */
export const notices = <Case>(property: fc.IProperty<Case>, numRuns = 100): boolean =>
  fc.check(property, settings(numRuns)).failed

/** As `notices`, for an asynchronous property. */
export const noticesLater = async <Case>(
  property: fc.IAsyncProperty<Case>,
  numRuns = 100,
): Promise<boolean> => (await fc.check(property, settings(numRuns))).failed
