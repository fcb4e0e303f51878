import { optionalLotSections } from '@openspot/core/lots/optional-sections.ts'

/** Sections of the lot console by topic; each is a folder of the same name. The first topic is the work of each day. */
export const lotSections = {
  now: ['monitor', 'timeline', 'reservations', 'problems', 'waitlist', 'visits', 'fines'],
  places: ['spots', 'maps', 'signs', 'gates', 'cameras'],
  terms: ['prices', 'rules'],
  people: ['members', 'invites', 'cars', 'residents', 'groups'],
  money: ['refunds', 'payouts', 'plan', 'validation'],
  figures: ['analytics', 'usage', 'ratings'],
  lot: ['setup', 'settings', 'photos', 'logo', 'audit', 'plate-lookups'],
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

/** Whether a menu shows a section only once the lot uses it. */
export const isOptional = (section: LotSection): boolean =>
  (optionalLotSections as readonly LotSection[]).includes(section)

/** Sections of the platform console by topic; each is a folder of the same name. The first topic is the work of each day. */
export const platformTopics = {
  now: ['users', 'lots', 'ratings', 'analytics'],
  money: ['plans', 'balances', 'disputes', 'reconciliation'],
  system: ['emails', 'channels', 'jobs', 'errors', 'replays', 'flags', 'audit'],
} as const
export const platformSections = Object.values(platformTopics).flat()
