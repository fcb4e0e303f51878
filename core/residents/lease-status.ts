import type { ResidentRules } from './decision.ts'
import type { IntegrationProvider, LeaseStatus } from './enums.ts'
import type { VendorRow } from './vendor-row.ts'

/** Returns the text under which a raw status is compared and stored: trimmed, lower case, with single spaces for spaces and dashes. */
export const statusKey = (raw: string | null): string =>
  (raw ?? '')
    .toLowerCase()
    .replaceAll(/[\s\-\u2010-\u2015]+/g, ' ')
    .trim()

const entrata = {
  '1': 'APPLICANT',
  '2': 'CANCELLED',
  '3': 'FUTURE',
  '4': 'CURRENT',
  '5': 'NOTICE',
  '6': 'PAST',
  applicant: 'APPLICANT',
  cancelled: 'CANCELLED',
  canceled: 'CANCELLED',
  denied: 'CANCELLED',
  future: 'FUTURE',
  current: 'CURRENT',
  notice: 'NOTICE',
  past: 'PAST',
} as const satisfies Record<string, LeaseStatus>

const realpage = {
  applicant: 'APPLICANT',
  'applicant lease signed': 'FUTURE',
  'future lease': 'RENEWAL',
  current: 'CURRENT',
  former: 'PAST',
  'former applicant': 'CANCELLED',
} as const satisfies Record<string, LeaseStatus>

const yardi = {
  applicant: 'APPLICANT',
  'wait list': 'APPLICANT',
  future: 'FUTURE',
  current: 'CURRENT',
  notice: 'NOTICE',
  eviction: 'NOTICE',
  past: 'PAST',
  canceled: 'CANCELLED',
  cancelled: 'CANCELLED',
  denied: 'CANCELLED',
} as const satisfies Record<string, LeaseStatus>

const tableOf = (words: Readonly<Record<string, LeaseStatus>>) => new Map(Object.entries(words))
const tables: Readonly<Record<IntegrationProvider, ReadonlyMap<string, LeaseStatus>>> = {
  ENTRATA: tableOf(entrata),
  REALPAGE: tableOf(realpage),
  REALPAGE_RPX: tableOf(realpage),
  YARDI: tableOf(yardi),
}
/** A file can come from any system. The words of the vendors do not contradict one another. */
const anyVendor = tableOf({ ...entrata, ...realpage, ...yardi })

/** Vendors whose status of a lease does not say that notice was given; only a date does. */
const noticeByDate: readonly (IntegrationProvider | null)[] = ['REALPAGE', 'REALPAGE_RPX', null]

type StatusRules = Pick<ResidentRules, 'provider' | 'status_meanings' | 'excluded_statuses'>

const decided = (key: string, rules: StatusRules): LeaseStatus | undefined =>
  Object.hasOwn(rules.status_meanings, key) ? rules.status_meanings[key] : undefined

const meaningOf = (raw: string | null, rules: StatusRules): LeaseStatus => {
  const key = statusKey(raw)
  const table = rules.provider ? tables[rules.provider] : anyVendor
  return decided(key, rules) ?? table.get(key) ?? 'UNKNOWN'
}

/** The status of a person on a lease. */
export interface ReadStatus {
  status: LeaseStatus
  /** The text that decided, which an admin can give a meaning. */
  raw: string | null
  /** Whether the person left a lease that goes on for others. */
  has_left: boolean
  /** Whether the status is on the list of those to leave out, and an admin did not give it a meaning. */
  is_excluded: boolean
}

/** Reads the status of a row. `has_notice` says whether the vendor gives a day of notice. */
export function readStatus(
  row: Pick<VendorRow, 'status' | 'person_status' | 'is_renewal'>,
  has_notice: boolean,
  rules: StatusRules,
): ReadStatus {
  const own = statusKey(row.person_status) === '' ? null : row.person_status
  const raw = own ?? row.status
  const lease = meaningOf(row.status, rules)
  const said = own === null ? lease : meaningOf(own, rules)
  const has_left =
    own !== null && (said === 'PAST' || said === 'CANCELLED') && (lease === 'CURRENT' || lease === 'NOTICE')
  const excluded = new Set(rules.excluded_statuses.map(statusKey))
  const is_excluded = [row.status, own].some((each) => {
    const key = statusKey(each)
    return key !== '' && excluded.has(key) && decided(key, rules) === undefined
  })
  return { status: refined(said, row.is_renewal, has_notice, rules), raw, has_left, is_excluded }
}

function refined(
  status: LeaseStatus,
  is_renewal: boolean,
  has_notice: boolean,
  { provider }: StatusRules,
): LeaseStatus {
  if (status === 'FUTURE' && is_renewal) return 'RENEWAL'
  if (status === 'CURRENT' && has_notice && noticeByDate.includes(provider)) return 'NOTICE'
  return status
}
