import { PlainError } from './plain-error.ts'
import { readServiceAccount, type ServiceAccount } from './service-account.ts'
import { type Env, text } from './settings-values.ts'

/** What signs passes for the wallets of phones; null hides the button for that wallet. */
export interface WalletSettings {
  /** The certificate of a pass type, its private key, and Apple's certificate that issued it, in PEM. */
  apple: {
    pass_type_id: string
    team_id: string
    certificate: string
    key: string
    key_password: string | null
    wwdr_certificate: string
  } | null
  /** The number of the issuer in the Google Pay & Wallet Console, and the key of a service account that may act for it. */
  google: { issuer_id: string; service_account: ServiceAccount } | null
}

/**
 * Reads what signs passes for wallets.
 * @throws PlainError if a setting is missing or invalid
 */
export const walletSettings = (env: Env): WalletSettings => ({ apple: appleOf(env), google: googleOf(env) })

const appleNames = [
  'APPLE_PASS_TYPE_ID',
  'APPLE_TEAM_ID',
  'APPLE_PASS_CERTIFICATE',
  'APPLE_PASS_KEY',
  'APPLE_WWDR_CERTIFICATE',
] as const

function appleOf(env: Env): WalletSettings['apple'] {
  const [pass_type_id, team_id, certificate, key, wwdr_certificate] = appleNames.map((name) =>
    text(env, name),
  )
  if (!pass_type_id && !team_id && !certificate && !key && !wwdr_certificate) return null
  if (!pass_type_id || !team_id || !certificate || !key || !wwdr_certificate)
    throw new PlainError(
      `${appleNames.slice(0, -1).join(', ')}, and ${appleNames.at(-1)} must be set together.`,
    )
  if (!/^pass\.[A-Za-z0-9.-]{1,100}$/.test(pass_type_id))
    throw new PlainError(`APPLE_PASS_TYPE_ID is "${pass_type_id}"; it must begin with "pass.".`)
  if (!/^[A-Z0-9]{10}$/.test(team_id))
    throw new PlainError(`APPLE_TEAM_ID is "${team_id}"; it must be 10 capital letters and digits.`)
  return {
    pass_type_id,
    team_id,
    certificate: pem('APPLE_PASS_CERTIFICATE', certificate, 'CERTIFICATE'),
    key: pem('APPLE_PASS_KEY', key, 'PRIVATE KEY'),
    key_password: text(env, 'APPLE_PASS_KEY_PASSWORD'),
    wwdr_certificate: pem('APPLE_WWDR_CERTIFICATE', wwdr_certificate, 'CERTIFICATE'),
  }
}

function googleOf(env: Env): WalletSettings['google'] {
  const [issuer_id, account] = [
    text(env, 'GOOGLE_WALLET_ISSUER_ID'),
    text(env, 'GOOGLE_WALLET_SERVICE_ACCOUNT'),
  ]
  if (issuer_id === null && account === null) return null
  if (issuer_id === null || account === null)
    throw new PlainError('GOOGLE_WALLET_ISSUER_ID and GOOGLE_WALLET_SERVICE_ACCOUNT must be set together.')
  if (!/^\d{5,25}$/.test(issuer_id))
    throw new PlainError(`GOOGLE_WALLET_ISSUER_ID is "${issuer_id}"; it must be the number of the issuer.`)
  return { issuer_id, service_account: readServiceAccount('GOOGLE_WALLET_SERVICE_ACCOUNT', account) }
}

/** Files of variables have one line for each, so line breaks may be written as `\n`. The error quotes nothing of a key. */
function pem(name: string, value: string, what: 'CERTIFICATE' | 'PRIVATE KEY'): string {
  const lines = value.replaceAll('\\n', '\n')
  if (!new RegExp(`^-----BEGIN [A-Z ]*${what}-----\\n[^]+-----END [A-Z ]*${what}-----$`).test(lines))
    throw new PlainError(`${name} must be in PEM: it begins with "-----BEGIN ${what}-----".`)
  return lines
}
