import { createPrivateKey, type KeyObject } from 'node:crypto'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { WalletSettings } from '@openspot/core/settings-wallets.ts'
import { SignJWT } from 'jose'
import type { PassContent, PassField } from './pass-content.ts'

type GoogleSettings = NonNullable<WalletSettings['google']>

const save = 'https://pay.google.com/gp/v/save/'
/** The longest address that is safe in every browser (https://developers.google.com/wallet/generic/use-cases/jwt). */
const MAX_URL = 1800

/** Reads the key that signs passes. Throws PlainError, without anything of the key, unless Google could check its signatures. */
export function openGoogleKey({
  private_key,
}: Pick<GoogleSettings['service_account'], 'private_key'>): KeyObject {
  const key = readKey(private_key)
  if (key?.asymmetricKeyType !== 'rsa')
    throw new PlainError(
      'GOOGLE_WALLET_SERVICE_ACCOUNT has a private_key that is damaged or not an RSA key. Create a key of the service account again and set its whole JSON.',
    )
  return key
}

function readKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem)
  } catch {
    // The error could quote the key.
    return null
  }
}

/** Returns an address that saves a pass in Google Wallet (https://developers.google.com/wallet/generic/rest/v1/genericobject). */
export async function googlePassUrl(
  content: PassContent,
  settings: GoogleSettings,
  key: KeyObject,
  site: { public_url: string; now: Date },
): Promise<string> {
  const urlWith = async (fields: readonly PassField[]) => {
    const jwt = new SignJWT(claimsOf(content, fields, settings, site))
    return `${save}${await jwt.setProtectedHeader({ alg: 'RS256', typ: 'JWT' }).sign(key)}`
  }
  // The last ones can be read on the pass itself.
  const fields = [...content.front]
  let url = await urlWith(fields)
  while (url.length > MAX_URL && fields.length > 1) {
    fields.pop()
    url = await urlWith(fields)
  }
  return url
}

function claimsOf(
  content: PassContent,
  fields: readonly PassField[],
  { issuer_id, service_account }: GoogleSettings,
  { public_url, now }: { public_url: string; now: Date },
) {
  const text = (value: string) => ({ defaultValue: { language: content.language, value } })
  const classId = `${issuer_id}.parking`
  return {
    iss: service_account.client_email,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(now.getTime() / 1000),
    origins: [public_url],
    payload: {
      genericClasses: [{ id: classId }],
      genericObjects: [
        {
          // Google keeps the first pass with an ID, so each version of a reservation has its own.
          id: `${issuer_id}.${content.reservation_id}.${content.version}`,
          classId,
          hexBackgroundColor: '#1d5bd6',
          cardTitle: text(shortened(content.lot)),
          subheader: text(content.spot.label),
          header: text(content.spot.value),
          textModulesData: fields.map(({ key: id, label: header, value: body }) => ({ id, header, body })),
          barcode: { type: 'QR_CODE', value: content.url },
          validTimeInterval: {
            start: { date: content.starts_at },
            ...(content.ends_at === null ? {} : { end: { date: content.ends_at } }),
          },
        },
      ],
    },
  }
}

const MAX_NAME = 30
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
function shortened(name: string): string {
  const signs = Array.from(graphemes.segment(name), ({ segment }) => segment)
  return signs.length > MAX_NAME ? `${signs.slice(0, MAX_NAME - 1).join('')}…` : name
}
