import type { FineReason } from './enums.ts'

/** Whether a violation is about one spot, so that the spot has to be named. */
export const needsSpot = (reason: FineReason): boolean =>
  reason === 'WRONG_SPOT' || reason === 'RESERVED_SPOT'

/** Whether a right to park on a spot shows that there was no violation. A vehicle with a right may still block the way. */
export function refutes(reason: FineReason, right_spot: string, seen_spot: string | null): boolean {
  switch (reason) {
    case 'NO_RIGHT_TO_PARK':
    case 'OVERSTAY':
      return true
    case 'WRONG_SPOT':
    case 'RESERVED_SPOT':
      return right_spot === seen_spot
    case 'BLOCKING':
    case 'OTHER':
      return false
  }
}
