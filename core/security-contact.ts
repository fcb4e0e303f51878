import { PlainError } from './plain-error.ts'

/**
 * Reads `OPENSPOT_SECURITY_CONTACT`: an email address, or a `mailto:`, `https:` or `tel:` URI (RFC 9116, 2.5.3).
 * Returns it as a URI, or null where it is not set. Throws a PlainError for anything else.
 */
export function readSecurityContact(value: string | undefined): string | null {
  const given = value?.trim() ?? ''
  if (given === '') return null
  const uri = /^[^\s@:/]+@[^\s@:/]+$/.test(given) ? `mailto:${given}` : given
  // The value becomes a line of a file: no spaces, no line breaks, no characters outside ASCII.
  const isPlain = /^(?:mailto:[^@]+@[^@]+|https:\/\/.+|tel:\+?[\d.()-]+)$/.test(uri) && /^[!-~]+$/.test(uri)
  if (isPlain && URL.canParse(uri)) return uri
  throw new PlainError(
    'OPENSPOT_SECURITY_CONTACT must be an email address, or a URI that begins with mailto:, https:// or tel:.',
  )
}
