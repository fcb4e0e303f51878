/** Sections of the lot console by topic; each is a folder of the same name. */
export const lotSections = {
  now: [
    'monitor',
    'timeline',
    'reservations',
    'waitlist',
    'visits',
    'problems',
    'fines',
    'ratings',
    'analytics',
    'usage',
  ],
  places: ['spots', 'maps', 'gates', 'cameras', 'signs'],
  terms: ['prices', 'rules'],
  people: ['members', 'residents', 'groups', 'invites', 'cars'],
  money: ['validation', 'refunds', 'payouts', 'plan'],
  lot: ['setup', 'settings', 'photos', 'logo', 'plate-lookups', 'audit'],
} as const
export type LotSection = (typeof lotSections)[keyof typeof lotSections][number]

/** The path of a page of the console below the lot: a section, or a page in one. Empty for the overview. */
export type LotPath = '' | LotSection | `${LotSection}/${string}`

/** Sections that patrollers cannot use. */
const adminSections: readonly LotSection[] = [
  'ratings',
  'analytics',
  'usage',
  'maps',
  'signs',
  'residents',
  'groups',
  'invites',
  'validation',
  'refunds',
  'payouts',
  'plan',
  'setup',
  'settings',
  'photos',
  'logo',
  'plate-lookups',
]

/** Sections only for owners. */
const ownerSections: readonly LotSection[] = ['audit']

export type StaffRole = 'PATROLLER' | 'ADMIN' | 'SUPER_ADMIN'

/** Whether a section is for a role in the lot. Null: a platform admin without a membership there. */
export const isSectionOf = (section: LotSection, role: StaffRole | null): boolean =>
  (role !== 'PATROLLER' || !adminSections.includes(section)) &&
  (role === null || role === 'SUPER_ADMIN' || !ownerSections.includes(section))

/** Sections of the platform console; each is a folder of the same name. */
export const platformSections = [
  'users',
  'lots',
  'ratings',
  'plans',
  'balances',
  'disputes',
  'analytics',
  'emails',
  'jobs',
  'errors',
  'replays',
  'channels',
  'flags',
  'reconciliation',
  'audit',
] as const
