import { PlainError } from './plain-error.ts'

/**
 * Parses `OPENSPOT_SECURITY_CONTACT`: an email address, or a `mailto:`, `https:`, or `tel:` URI (RFC 9116, 2.5.3).
 * Returns a URI, or null if it is not set.
 * @throws PlainError for anything else
 */
export function readSecurityContact(value: string | undefined): string | null {
  const given = value?.trim() ?? ''
  if (given === '') return null
  const uri = /^[^\s@:/]+@[^\s@:/]+$/.test(given) ? `mailto:${given}` : given
  // The value becomes a line of a file, so it must not contain spaces, line breaks, or characters outside ASCII.
  const isPlain = /^(?:mailto:[^@]+@[^@]+|https:\/\/.+|tel:\+?[\d.()-]+)$/.test(uri) && /^[!-~]+$/.test(uri)
  if (isPlain && URL.canParse(uri)) return uri
  throw new PlainError(
    'OPENSPOT_SECURITY_CONTACT must be an email address, or a URI that begins with mailto:, https:// or tel:.',
  )
}
