/** Why two accounts can't be merged. The database decides (`merge_blockers` in db/functions/merges.sql). */
export const mergeBlockers = [
  'SAME_ACCOUNT',
  'FROM_NOT_OPEN',
  'INTO_NOT_OPEN',
  'INTO_UNCLAIMED',
  'PLATFORM_ADMIN',
  'SECOND_FACTOR_LOST',
  'CHANGED_LATELY',
  'TWO_PAYOUT_ACCOUNTS',
  'PAYOUT_IN_PROGRESS',
  'HOST_OF_EACH_OTHER',
] as const
export type MergeBlocker = (typeof mergeBlockers)[number]

/** Notices to a person of what a platform admin did to their account. */
export const accountNoticeKinds = [
  'ACCOUNT_BANNED',
  'ACCOUNT_RESTORED',
  'ACCOUNT_MERGED',
  'ACCOUNT_VIEWED',
] as const
export type AccountNoticeKind = (typeof accountNoticeKinds)[number]
