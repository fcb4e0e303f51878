/**
 * The token of the printed address, kept in this browser while the operator signs up: the link that verifies their address opens another
 * tab, and its address has no token. It opens nothing once there is a platform admin.
 */
const NAME = 'openspot-setup-token'

export function keepToken(token: string): void {
  try {
    if (token === '') window.localStorage.removeItem(NAME)
    else window.localStorage.setItem(NAME, token)
  } catch {
    // Without storage, the operator opens the printed address again.
  }
}

export function keptToken(): string {
  try {
    return window.localStorage.getItem(NAME) ?? ''
  } catch {
    return ''
  }
}
