/** Masks an address for anyone who holds the link: enough to recognize one's own, too little to write to. */
export function maskAddress(address: string): string {
  const at = address.indexOf('@')
  if (at === -1) return `${address.slice(0, 3)}…${address.slice(-2)}`
  return `${address.slice(0, Math.min(2, at - 1))}…${address.slice(at)}`
}

/** Whom an email invites. The names are null if the staff gave none. */
interface Invited {
  email: string
  first_name: string | null
  last_name: string | null
}

/**
 * The link in an email to the invited person, with what is filled in when its reader signs up. Browsers send what is behind the # to
 * nobody.
 */
export function emailedUrl(url: string, { email, first_name, last_name }: Invited): string {
  const known = new URLSearchParams({ to: email })
  if (first_name !== null) known.set('first_name', first_name)
  if (last_name !== null) known.set('last_name', last_name)
  return `${url}#${known}`
}
