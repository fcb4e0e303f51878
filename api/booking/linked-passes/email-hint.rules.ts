/** Returns an email address with all but the first letter and the last part left out: enough to know which mailbox to open. */
export function hintOf(email: string): string {
  const at = email.lastIndexOf('@')
  return `${email.slice(0, 1)}…${email.slice(at)}`
}
