import { inject, test } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    depth: 'daily' | 'full'
  }
}

/** Whether this run is `npm run test:full` (docs/decisions/0057-depth-of-tests.md). */
export const isFull: boolean = inject('depth') === 'full'

/** How often something is repeated: in `npm test`, and in `npm run test:full`. */
export const atDepth = (daily: number, full: number): number => (isFull ? full : daily)

/** The first `count` cases of a table in `npm test`, and all of them in `npm run test:full`. */
export const casesAtDepth = <T>(count: number, cases: readonly T[]): readonly T[] =>
  isFull ? cases : cases.slice(0, count)

type FullTest = Pick<typeof test, 'each'> & ((title: string, run: () => unknown, timeout_ms?: number) => void)
const left = Object.assign(() => {}, { each: () => () => {} })

/**
 * Declares a test that runs only in `npm run test:full`; elsewhere it doesn't exist, so it isn't counted as skipped. A file without any
 * other test is named `*.full.test.ts`.
 */
export const fullTest: FullTest = isFull ? test : left
