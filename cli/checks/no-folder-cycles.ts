import { findFolderCycles } from './folder-cycles.ts'
import { sources } from './sources.ts'

/** Checks that no folders of the code import each other in a circle. */
export async function noFolderCycles(): Promise<number> {
  const cycles = findFolderCycles(sources(/\.(?:ts|tsx|mjs|mts)$/))
  for (const cycle of cycles) console.error(cycle)
  return cycles.length === 0 ? 0 : 1
}
