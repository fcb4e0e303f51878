/** Breaks something many times. `write` is called with the figures of each time. */
export type Drill = (write: (figures: object) => void) => Promise<{
  table: object[]
  /** Promises that were broken; none if all is well. */
  problems: string[]
}>
