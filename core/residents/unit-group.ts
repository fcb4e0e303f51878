import type { ResidentGrouping } from './enums.ts'

/** The longest name of a group, and the longest name of a unit. */
const longest = { name: 80, unit: 40 }

/**
 * Returns the name and the unit of the group that a resident belongs to, or null if they get none. Units of different
 * buildings may have the same number, so the name contains the building.
 */
export function unitGroup(
  grouping: ResidentGrouping,
  { unit, building }: { unit: string | null; building: string | null },
): { name: string; unit: string | null } | null {
  const of = grouping === 'NONE' ? [] : grouping === 'BUILDING' ? [building] : [building, unit]
  if (grouping === 'UNIT' && unit === null) return null
  const name = of
    .flatMap((part) => part ?? [])
    .join(' ')
    .trim()
    .slice(0, longest.name)
  if (name === '') return null
  return { name, unit: grouping === 'UNIT' ? (unit?.slice(0, longest.unit) ?? null) : null }
}
