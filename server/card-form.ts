import type { CardForm } from '@openspot/api/stripe.ts'
import type { Settings } from '@openspot/core/settings.ts'

/** The card form of the real provider, if our key for it is set. */
export function cardFormOf({ stripe: { publishable_key, script_url } }: Settings): CardForm | null {
  return publishable_key === null ? null : { publishable_key, script_url }
}

/** The card form of the stand-in at this URL, which accepts any test key. */
export const standInCardForm = (url: string): CardForm => ({
  script_url: `${url}/stand-in/elements.js`,
  publishable_key: 'pk_test_openspot_stand_in',
})

/** The stand-in's pages use the same host name as the product. */
export const standInUrl = (public_url: string, port: string): string =>
  `http://${new URL(public_url).hostname}:${port}`
