/**
 * Whether somebody has signed in with this browser. The session itself is in a cookie that scripts cannot read; this
 * only spares strangers a question that would be refused. It grants nothing.
 */
const NAME = 'openspot-signed-in'

export function hintSignedIn(signedIn: boolean): void {
  try {
    if (signedIn) window.localStorage.setItem(NAME, '1')
    else window.localStorage.removeItem(NAME)
  } catch {
    // No storage in this browser: the menu then asks when it is opened.
  }
}

export function hasSignedInHint(): boolean {
  try {
    return window.localStorage.getItem(NAME) !== null
  } catch {
    return false
  }
}
