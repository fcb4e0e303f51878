import { type ColumnMapping, residentFileFields } from '@openspot/core/residents/file-fields.ts'
import { suggestMapping } from '../resident-files/mapping.ts'

/** The column of each field, by the names of `uniqueColumns`. */
export type NamedMapping = Readonly<Record<string, string>>

export function numbered(columns: readonly string[], mapping: NamedMapping): ColumnMapping {
  const found = residentFileFields.flatMap((field) => {
    const at = columns.indexOf(mapping[field] ?? '')
    return at === -1 ? [] : [[field, at] as const]
  })
  return Object.fromEntries(found)
}

/** Suggests the column of each field: the mapping of the previous file where it fits, otherwise by the names. */
export function suggestNames(
  columns: readonly string[],
  previous: NamedMapping | null,
): Record<string, string> {
  const kept = Object.entries(previous ?? {}).filter(([, column]) => columns.includes(column))
  if (kept.length > 0) return Object.fromEntries(kept)
  return Object.fromEntries(
    Object.entries(suggestMapping(columns)).map(([field, at]) => [field, columns[at] ?? '']),
  )
}
