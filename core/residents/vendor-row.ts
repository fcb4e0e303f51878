/**
 * What a property-management system or a spreadsheet says about one person on one lease: texts as they were received,
 * not yet cleaned or checked. Absent values are null; a connector never guesses one.
 */
export interface VendorRow {
  /** The property (site) in the vendor's system. */
  property_id: string
  /** The person, unique within the data source. For systems that number people within a site, `site:person`. */
  person_id: string
  /** The lease, unique within the data source in the same way. */
  lease_id: string
  household_id: string | null
  first_name: string | null
  last_name: string | null
  email: string | null
  /** Phone numbers, the best first: mobile, home, work. */
  phones: string[]
  unit_id: string | null
  /** The name of the unit as people call it, such as `204`. */
  unit: string | null
  building: string | null
  /** The status of the lease, in the vendor's words or numbers. */
  status: string | null
  /** The status of this person on the lease, which takes precedence over that of the lease. */
  person_status: string | null
  role: ResidentRole
  lease_starts: string | null
  lease_ends: string | null
  moves_in: string | null
  moves_out: string | null
  /** The day on which notice was given, or for which it was given. */
  notice: string | null
  is_month_to_month: boolean
  /** True if the vendor says that the lease is the next term of someone who already lives there. */
  is_renewal: boolean
  vehicles: VendorVehicle[]
  /** The names of rented parking spots, such as `C-14`. */
  spots: string[]
  /** An earlier ID of the same person, if the vendor says that it was replaced (a promotion or a transfer). */
  replaces_person_id: string | null
}

export const residentRoles = ['HEAD', 'SIGNER', 'OCCUPANT', 'GUARANTOR', 'CHILD'] as const
export type ResidentRole = (typeof residentRoles)[number]

export interface VendorVehicle {
  plate: string
  /** State or province, such as `IL`. */
  region: string | null
  make: string | null
  model: string | null
  color: string | null
}

/** A property (site) of a vendor's account. */
export interface VendorProperty {
  property_id: string
  name: string
  /** One line, or null if the vendor has none. */
  address: string | null
  is_active: boolean
}
