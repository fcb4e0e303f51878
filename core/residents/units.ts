import type { ResidentRecord } from './decision.ts'

type Placed = Pick<ResidentRecord, 'property_id' | 'unit_id' | 'unit' | 'building'>

const key = (text: string | null): string => (text ?? '').toLowerCase()

/** Whether two records are about the same unit. IDs decide if both have one; names and buildings otherwise. */
export function isSameUnit(one: Placed, other: Placed): boolean {
  if (one.property_id !== other.property_id) return false
  if (one.unit_id !== null && other.unit_id !== null) return one.unit_id === other.unit_id
  return key(one.unit) === key(other.unit) && key(one.building) === key(other.building)
}

export const hasUnit = ({ unit_id, unit }: Pick<Placed, 'unit_id' | 'unit'>): boolean =>
  unit_id !== null || unit !== null
