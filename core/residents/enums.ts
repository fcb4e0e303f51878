/** The property-management systems that a lot can be connected to. */
export const integrationProviders = ['ENTRATA', 'REALPAGE', 'REALPAGE_RPX', 'YARDI'] as const
export type IntegrationProvider = (typeof integrationProviders)[number]

/** Where the residents of a data source come from: a connection to a system, or files that staff upload. */
export const dataSourceKinds = ['CONNECTION', 'FILE'] as const

export const credentialStatuses = ['PENDING_CREDENTIAL_VALIDATION', 'CREDENTIAL_INVALID', 'VERIFIED'] as const

export const integrationStatuses = ['ENABLED', 'DISABLED', 'ARCHIVED'] as const

export const syncJobStatuses = ['NEW', 'PROCESSING', 'SUCCEEDED', 'FAILED'] as const

/** NOT_FOUND is only an answer: the lot has no import yet. */
export const importStatuses = ['IN_PROGRESS', 'SUCCESS', 'FAILURE', 'NOT_FOUND'] as const

/** How far an import is. PREVIEW waits for a person, who applies or discards it. */
export const importStages = [
  'READING',
  'CHECKING',
  'PREVIEW',
  'APPLYING',
  'DONE',
  'DISCARDED',
  'UNDOING',
  'UNDONE',
] as const
export type ImportStage = (typeof importStages)[number]

/** What is wrong or remarkable about a resident's row, in the order in which codes are listed. */
export const residentValidationCodes = [
  'INVALID_FIRST_NAME',
  'INVALID_LAST_NAME',
  'INVALID_EMAIL',
  'INVALID_PHONE',
  'PHONE_OR_EMAIL_REQUIRED',
  'EMAIL_REQUIRED',
  'PHONE_REQUIRED',
  'INVALID_LEASE_STATUS',
  'INVALID_LEASE_START_DATE',
  'INVALID_LEASE_END_DATE',
  'LEASE_END_DATE_IN_PAST',
  'LEASE_ENDED',
  'INVALID_MOVE_IN_DATE',
  'INVALID_MOVE_OUT_DATE',
  'MOVE_OUT_DATE_IN_PAST',
  'MORE_RECENT_LEASE_EXISTS',
  'EMAIL_CHANGED',
  'PHONE_CHANGED',
  'RESIDENT_ID_MISMATCH',
  'POSSIBLE_DUPLICATE',
  'INVALID_PLATE',
] as const
export type ResidentValidationCode = (typeof residentValidationCodes)[number]

/**
 * What a code does to its row: BLOCK doesn't import it, SKIP leaves it out on purpose, REVIEW waits for staff, WARN
 * imports it with a notice, END gives an existing membership an end.
 */
export const residentSeverities = ['BLOCK', 'REVIEW', 'END', 'SKIP', 'WARN'] as const
export type ResidentSeverity = (typeof residentSeverities)[number]

/** What an import does with a row. */
export const residentActions = [
  'CREATE',
  'UPDATE',
  'LINK',
  'END',
  'UNCHANGED',
  'SKIP',
  'BLOCK',
  'REVIEW',
] as const
export type ResidentAction = (typeof residentActions)[number]

/** The status of a lease, whatever a vendor calls it. RENEWAL is folded into the current lease. */
export const leaseStatuses = [
  'APPLICANT',
  'FUTURE',
  'RENEWAL',
  'CURRENT',
  'NOTICE',
  'PAST',
  'CANCELLED',
  'UNKNOWN',
] as const
export type LeaseStatus = (typeof leaseStatuses)[number]

/** Which contact a resident must have to be imported. */
export const contactRules = ['EITHER', 'EMAIL', 'PHONE', 'BOTH'] as const
export type ContactRule = (typeof contactRules)[number]

/** Which people of a household besides its head are imported. */
export const roommateRules = ['ALL', 'WITH_EMAIL', 'NONE'] as const
export type RoommateRule = (typeof roommateRules)[number]

/** Which groups residents are put into: one for each unit, one for each building, or none. */
export const residentGroupings = ['UNIT', 'BUILDING', 'NONE'] as const
export type ResidentGrouping = (typeof residentGroupings)[number]

/** What started a sync. */
export const syncTriggers = ['SCHEDULE', 'STAFF', 'FILE'] as const
export type SyncTrigger = (typeof syncTriggers)[number]

/**
 * Why an import ended without being applied: the system rejected the credentials, could not be reached, or answered with an
 * error; the run was empty or would have ended too many memberships; the file cannot be read; staff
 * discarded it; nobody applied its preview in time; or a fault of ours.
 */
export const importFailures = [
  'CREDENTIALS',
  'UNAVAILABLE',
  'VENDOR',
  'EMPTY_PULL',
  'TOO_MANY_REMOVALS',
  'FILE_UNREADABLE',
  'STOPPED',
  'EXPIRED',
  'INTERNAL',
] as const
export type ImportFailure = (typeof importFailures)[number]

/** Why an import goes on without a property: it could not be reached, or the system answered with an error. */
export const missedFailures = ['UNAVAILABLE', 'VENDOR'] as const satisfies readonly ImportFailure[]
export type MissedFailure = (typeof missedFailures)[number]

/** What staff decide about a row: a new person, a person whom the lot knows, no longer a resident, or leave it. */
export const residentDecisions = ['IMPORT', 'LINK', 'END', 'IGNORE'] as const
export type ResidentDecision = (typeof residentDecisions)[number]

/** Notices about residents: the first to the person, the others to the staff of the lot. */
export const residentNoticeKinds = [
  'RESIDENCE_ENDED',
  'RESIDENT_LEFT',
  'IMPORT_FAILED',
  'IMPORT_REVIEW',
  'IMPORT_PREVIEW',
  'CONTACTS_SUGGESTED',
  'DATA_SOURCE_REJECTED',
] as const
export type ResidentNoticeKind = (typeof residentNoticeKinds)[number]

/** What a system says while it is read, although the pull goes on. */
export const vendorWarnings = [
  /** The file is older than 48 hours. */
  'STALE_FILE',
  /** The system said something. */
  'MESSAGE',
  /** An additional call was refused. */
  'NOT_GRANTED',
  /** Names of fields that no one has seen before. */
  'UNKNOWN_FIELDS',
] as const
export type VendorWarningCode = (typeof vendorWarnings)[number]

/** How a person can be reached, as a system says. */
export const suggestedContactKinds = ['EMAIL', 'PHONE'] as const
