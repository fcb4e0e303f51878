import { CHOICE_DAYS, choiceCookie, DECLINED } from '@openspot/core/analytics/limits.ts'
import { useSyncExternalStore } from 'react'

/** What a visitor chose: to be recognized, not to be counted, or nothing, so that visits are counted without a name. */
export const countChoices = ['UNDECIDED', 'ALLOWED', 'DECLINED'] as const
export type CountChoice = (typeof countChoices)[number]

const listeners = new Set<() => void>()
const valueOf = (): string => new RegExp(`(?:^|; )${choiceCookie}=([^;]*)`).exec(document.cookie)?.[1] ?? ''

export function countChoice(): CountChoice {
  const value = valueOf()
  return value === '' ? 'UNDECIDED' : value === DECLINED ? 'DECLINED' : 'ALLOWED'
}

/** The random ID of a visitor who allowed to be recognized. */
export const allowedId = (): string | null => (countChoice() === 'ALLOWED' ? valueOf() : null)

/** Keeps the choice in a cookie of this browser, so that the server respects it too. */
export function choose(choice: CountChoice): void {
  const value = choice === 'ALLOWED' ? crypto.randomUUID() : choice === 'DECLINED' ? DECLINED : ''
  const seconds = choice === 'UNDECIDED' ? 0 : CHOICE_DAYS * 86_400
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  // oxlint-disable-next-line unicorn/no-document-cookie -- the Cookie Store API is missing in Firefox
  document.cookie = `${choiceCookie}=${value}; path=/; max-age=${seconds}; samesite=lax${secure}`
  for (const listener of listeners) listener()
}

declare global {
  interface Navigator {
    globalPrivacyControl?: boolean
  }
}

/** Whether the browser asks not to be tracked: Do Not Track or Global Privacy Control. */
export const asksNotToTrack = (): boolean =>
  navigator.doNotTrack === '1' || navigator.globalPrivacyControl === true

/** Calls back whenever the choice changes. Returns what ends it. */
export function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Returns the choice, and null while the server renders. */
export const useCountChoice = (): CountChoice | null =>
  useSyncExternalStore(subscribe, countChoice, () => null)
const never = () => () => {}
export const useAsksNotToTrack = (): boolean => useSyncExternalStore(never, asksNotToTrack, () => false)
