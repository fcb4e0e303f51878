import { findCrossings } from './boundaries.ts'
import { sources } from './sources.ts'

/** Checks the rules of CONTRIBUTING.md that no linter knows: time, network, empty catches, and who imports whom. */
export async function boundariesHold(): Promise<number> {
  const found = sources(/\.(?:ts|tsx|mjs|mts|css|sql)$/).flatMap(({ file, text }) =>
    findCrossings(file, text).map(({ line, reason }) => `${file}:${line}: ${reason}`),
  )
  for (const line of found) console.error(line)
  return found.length === 0 ? 0 : 1
}
