import type { LotRole, MembershipStatus } from '@openspot/core/enums.ts'
import type { StoredResident } from '../residents/residents.sql.ts'
import type { DescribedPerson } from './people.sql.ts'

/** What a row of an import changed, as it was before. Stored with the row, so that it can be undone. */
export interface Before {
  /** Null if the import created them. */
  resident: StoredResident | null
  /** The contact of a GHOST that an import created. */
  ghost: DescribedPerson | null
  membership: { id: string; status: MembershipStatus; role: LotRole; group_id: string | null } | null
  /** Whether the import created the person. */
  is_new_person: boolean
  /** The vehicles that it added. */
  car_ids: string[]
}
