import type { PushDeviceKind } from '@openspot/core/notifications/enums.ts'

/** Where a push goes. */
export interface PushTarget {
  kind: PushDeviceKind
  push_token: string
  device_public_key: string | null
  auth_secret: string | null
}

/** What a device shows, and the page that opens. `tag` is that of the notice, so a second copy replaces the first. */
export interface PushContent {
  title: string
  text: string
  url: string
  tag: string
  lang: string
  dir: 'ltr' | 'rtl'
}
