/** Masks an address for anyone who holds the link: enough to recognize one's own, too little to write to. */
export function maskAddress(address: string): string {
  const at = address.indexOf('@')
  if (at === -1) return `${address.slice(0, 3)}…${address.slice(-2)}`
  return `${address.slice(0, Math.min(2, at - 1))}…${address.slice(at)}`
}

/** The link in an email to an address, which is filled in when its reader signs up. Browsers send what is behind the # to nobody. */
export const emailedUrl = (url: string, address: string): string => `${url}#to=${encodeURIComponent(address)}`
