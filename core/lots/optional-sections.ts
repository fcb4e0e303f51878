/** Sections of a lot's console that many lots never need: a menu shows them once the lot has what they are about. */
export const optionalLotSections = [
  'visits',
  'fines',
  'ratings',
  'gates',
  'cameras',
  'residents',
  'groups',
  'validation',
  'plate-lookups',
] as const
export type OptionalLotSection = (typeof optionalLotSections)[number]
