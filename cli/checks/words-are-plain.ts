import { findOddWords } from './plain-words.ts'
import { sources } from './sources.ts'

/** Migrations are not changed after they ran. Glossaries of other languages have their words. */
const left = /^(?:db\/migrations\/|docs\/languages\/|cli\/checks\/plain-words)/

/** Checks comments, test titles, and documents for words that are not plain American English (CONTRIBUTING.md). */
export async function wordsArePlain(): Promise<number> {
  const found = sources(/\.(?:ts|tsx|mjs|sql|md)$/)
    .filter(({ file }) => !left.test(file))
    .flatMap(({ file, text }) =>
      findOddWords(file, text).map(({ line, word, instead }) => `${file}:${line}: "${word}" → ${instead}`),
    )
  for (const line of found) console.error(line)
  return found.length === 0 ? 0 : 1
}
