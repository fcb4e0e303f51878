/** Sections of the lot console by topic; each is a folder of the same name. */
export const lotSections = {
  now: ['monitor', 'reservations', 'visits', 'problems', 'fines', 'analytics'],
  places: ['spots', 'maps', 'gates', 'cameras', 'signs'],
  terms: ['prices', 'rules'],
  people: ['members', 'residents', 'groups', 'invites', 'cars'],
  money: ['validation', 'refunds', 'payouts', 'plan'],
  lot: ['settings', 'logo', 'plate-lookups', 'audit'],
} as const
export type LotSection = (typeof lotSections)[keyof typeof lotSections][number]

/** The path of a page of the console below the lot: a section, or a page in one. */
export type LotPath = LotSection | `${LotSection}/${string}`

/** Sections that patrollers cannot use. */
export const adminSections: readonly LotSection[] = [
  'analytics',
  'maps',
  'signs',
  'residents',
  'groups',
  'invites',
  'validation',
  'refunds',
  'payouts',
  'plan',
  'settings',
  'logo',
  'plate-lookups',
]

/** Sections only for owners. */
export const ownerSections: readonly LotSection[] = ['audit']
