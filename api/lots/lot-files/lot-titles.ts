import { textsOf } from '@openspot/messages/table-words.ts'
import { type LotColumn, lotColumns, otherTitles } from './lot-columns.ts'

/** What a column of a table of lots says, by its title as titles are compared (`plainTitle`). */
export type LotTitles = ReadonlyMap<string, LotColumn>

let known: LotTitles | null = null

/** The titles in each language of the product, and those of public data. A thread gets them, because the texts of all languages take long to load. */
export function lotTitles(): LotTitles {
  known ??= new Map([
    ...Object.entries(otherTitles),
    ...textsOf(lotColumns, (t, column) => t(`lotFiles.columns.${column}`)),
  ])
  return known
}
