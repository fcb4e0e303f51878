/** What a column of a file of residents can be. */
export const residentFileFields = [
  'first_name',
  'last_name',
  'full_name',
  'email',
  'mobile_phone',
  'phone',
  'home_phone',
  'work_phone',
  'unit',
  'building',
  'status',
  'lease_starts',
  'lease_ends',
  'moves_in',
  'moves_out',
  'notice',
  'role',
  'person_id',
  'lease_id',
  'household_id',
  'property_id',
  'plate',
  'plate_region',
  'vehicle_make',
  'vehicle_model',
  'vehicle_color',
  'spot',
] as const
export type ResidentFileField = (typeof residentFileFields)[number]

/** The column of each field, counted from 0. Fields that the file lacks are absent. */
export type ColumnMapping = Partial<Record<ResidentFileField, number>>
