/** What a column of a file can mean. `full_name` is `Last, First` or `First Last`. */
export const residentFields = [
  'person_id',
  'lease_id',
  'household_id',
  'property_id',
  'first_name',
  'last_name',
  'full_name',
  'email',
  'phone',
  'unit',
  'building',
  'status',
  'lease_starts',
  'lease_ends',
  'moves_in',
  'moves_out',
  'spot',
  'plate',
  'plate_region',
] as const
export type ResidentField = (typeof residentFields)[number]
