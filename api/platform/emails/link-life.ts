/**
 * Returns until when an email may be delivered: in the first half of its link's life, so that the recipient can still
 * use it (15 of 30 minutes for a sign-in link). Null means at any time.
 */
export function deliverBefore(email: { created_at: string; link_expires_at: string | null }): Date | null {
  if (email.link_expires_at === null) return null
  return new Date((Date.parse(email.created_at) + Date.parse(email.link_expires_at)) / 2)
}
