/** How a notice reaches a person. */
export const noticeChannels = ['IN_APP', 'EMAIL', 'PUSH', 'TEXT'] as const
export type NoticeChannel = (typeof noticeChannels)[number]

/** Where pushes go: to a browser over Web Push, or to an app over Firebase Cloud Messaging. */
export const pushDeviceKinds = ['WEB_PUSH', 'FCM'] as const
export type PushDeviceKind = (typeof pushDeviceKinds)[number]

/** What became of a push or a text. Only a text is known to be `DELIVERED`; a push is at most `SENT` to its service. */
export const deliveryStates = ['WAITING', 'SENT', 'DELIVERED', 'FAILED', 'EXPIRED', 'DROPPED'] as const

/** Why a push or a text was not sent although nothing failed. */
export const deliveryDrops = [
  'QUIET_HOURS',
  'READ',
  'DEVICE_GONE',
  'SIGNED_OUT',
  'TURNED_OFF',
  'NO_PROVIDER',
  'STOPPED',
  'NUMBER_GONE',
  'LIMIT',
] as const

/** The groups in which the preferences show the kinds. */
export const noticeTopics = [
  'RESERVATIONS',
  'HOSTING',
  'PAYMENTS',
  'FINES',
  'MEMBERSHIPS',
  'PROBLEMS',
  'PAYOUTS',
  'ACCOUNT',
  'LOT_STAFF',
  'PLATFORM',
] as const
export type NoticeTopic = (typeof noticeTopics)[number]

/** Notices to the assignee of a spot about reservations that others make of it. */
export const hostNoticeKinds = ['HOST_BOOKED', 'HOST_CHANGED', 'HOST_CANCELED'] as const
/** Notices of a message about a reservation, to its host and to its driver. */
export const messageNoticeKinds = ['MESSAGE_FROM_DRIVER', 'MESSAGE_FROM_HOST'] as const
export type HostNoticeKind = (typeof hostNoticeKinds)[number]
