import type { StaffList } from '@openspot/core/enums.ts'
import { writeChoice } from '@/lib/stored-choice.ts'
import type { Column } from '@/ui/data-table.tsx'

/** The name under which this browser keeps the columns of a list: their keys, separated by commas. */
export const columnsName = (list: StaffList): string => `os-columns-${list}`

/** Chooses the columns of a list. Null: all of them. */
export const writeColumns = (list: StaffList, columns: readonly string[] | null): void =>
  writeChoice(columnsName(list), columns === null ? null : columns.join())

/** Returns the chosen columns in the order of the table. The first one names the row, so it is always shown. */
export function shownColumns<Row>(
  all: readonly Column<Row>[],
  chosen: string | null,
): readonly Column<Row>[] {
  if (chosen === null) return all
  const keys = new Set(chosen.split(','))
  return all.filter(({ key }, index) => index === 0 || keys.has(key))
}

/** Whether two queries have the same parameters, in any order. */
export function sameQuery(one: string, other: string): boolean {
  const sorted = (query: string) =>
    [...new URLSearchParams(query)]
      .map(([name, value]) => `${name}=${value}`)
      .toSorted()
      .join('&')
  return sorted(one) === sorted(other)
}
