/**
 * Whether somebody has signed in with this browser. The session itself is in a cookie that scripts cannot read; this
 * only saves anonymous visitors a call that would be refused. It grants nothing.
 */
const NAME = 'openspot-signed-in'

export function hintSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) window.localStorage.setItem(NAME, '1')
    else window.localStorage.removeItem(NAME)
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
