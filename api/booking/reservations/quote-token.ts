import type { PriceLine } from '@openspot/contract/money/price-lines.ts'
import { refuse } from '../../errors.ts'
import type { Secrets } from '../../secrets.ts'
import type { SpotPreferences } from '../allocation/spot-allocation.ts'
import type { PriceTerms } from '../pricing/offer.ts'

/** A quote that the client keeps as a signed token, so that the server stores nothing. */
export interface QuotedReservation {
  user_id: string
  lot_id: string
  spot_id: string
  /** Any spot was requested: if this one is taken, another at the same price will do. */
  wishes: SpotPreferences | null
  starts_at: string
  ends_at: string | null
  period_ends_at: string | null
  terms_version: number
  rule_set: { id: string; version: number } | null
  limit_scope: { limit_scope: string; version: number } | null
  total_cents: number
  lines: PriceLine[]
  price_terms: PriceTerms
  expires_at: string
}

export const quoteGoodForMinutes = 15

/** Returns a signed token with a quote. `readQuoteToken` accepts it from the same user for `quoteGoodForMinutes`. */
export function writeQuoteToken(secrets: Secrets, quoted: QuotedReservation): string {
  const text = Buffer.from(JSON.stringify(quoted)).toString('base64url')
  return `${text}.${secrets.sign('quote', text)}`
}

/**
 * Reads our own token. Throws `request_invalid` if it is forged or belongs to another user, and `quote_expired` if it
 * is too old.
 */
export function readQuoteToken(
  secrets: Secrets,
  token: string,
  user_id: string,
  now: Date,
): QuotedReservation {
  const [text = '', signature = ''] = token.split('.')
  if (!secrets.verify('quote', text, signature)) {
    refuse('request_invalid', {
      field: 'quote_token',
      message: (t) => t('apiErrors.reservations.quoteToken'),
    })
  }
  const quoted = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as QuotedReservation
  if (quoted.user_id !== user_id) {
    refuse('request_invalid', {
      field: 'quote_token',
      message: (t) => t('apiErrors.reservations.quoteOfAnother'),
    })
  }
  if (Date.parse(quoted.expires_at) <= now.getTime()) refuse('quote_expired')
  return quoted
}
