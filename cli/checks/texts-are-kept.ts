import { findLostTexts } from './kept-texts.ts'
import { sources } from './sources.ts'

/** Checks that what is typed into a form of a page survives a reload (docs/decisions/0070-drafts.md). */
export async function textsAreKept(): Promise<number> {
  const found = findLostTexts(sources(/^web\/.*\.tsx$/))
  for (const line of found) console.error(line)
  return found.length === 0 ? 0 : 1
}
