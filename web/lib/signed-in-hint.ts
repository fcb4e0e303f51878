import { useSyncExternalStore } from 'react'
import { clearKeptPages } from './kept-pages.ts'

/**
 * Whether a person has signed in with this browser, and who, once a page has asked. The session itself is in a cookie that scripts
 * cannot read; this saves anonymous visitors a call that would be refused, and tells without a connection whose data on this
 * device is shown. It grants nothing.
 */
const NAME = 'openspot-signed-in'
/** Someone whose ID is not known yet. */
const SOMEONE = '1'

/** Pages of another person that this browser kept for the time without a connection are deleted. */
export function hintSignedIn(signedIn: boolean | { id: string }): void {
  try {
    const before = window.localStorage.getItem(NAME)
    const isSame = typeof signedIn === 'object' && (before === signedIn.id || before === SOMEONE)
    if (signedIn === false || (before !== null && !isSame)) void clearKeptPages()
    if (signedIn === false) window.localStorage.removeItem(NAME)
    else window.localStorage.setItem(NAME, signedIn === true ? SOMEONE : signedIn.id)
  } catch {
    // Without storage, the menu makes the call when it is opened.
  }
}

export function hasSignedInHint(): boolean {
  try {
    return window.localStorage.getItem(NAME) !== null
  } catch {
    return false
  }
}

/** The hint, which does not change while a page is open. The first paint doesn't know it. */
export const useSignedInHint = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    hasSignedInHint,
    () => false,
  )

/** Whether it is known that nobody is signed in with this browser, which the first paint doesn't know either. */
export const useSignedOutHint = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => !hasSignedInHint(),
    () => false,
  )

/** The ID of who signed in last with this browser; null if that isn't known. */
export function personId(): string | null {
  try {
    const last = window.localStorage.getItem(NAME)
    return last === SOMEONE ? null : last
  } catch {
    return null
  }
}

/** Whether data on this device belongs to another person than the one who signed in last. False if that isn't known. */
export function isOfAnother(user_id: string): boolean {
  try {
    const last = window.localStorage.getItem(NAME)
    return last !== null && last !== SOMEONE && last !== user_id
  } catch {
    return false
  }
}
