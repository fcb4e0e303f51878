import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { WalletSettings } from '@openspot/core/settings-wallets.ts'
import { PKPass } from 'passkit-generator'
import type { PassContent, PassField } from './pass-content.ts'

type AppleSettings = NonNullable<WalletSettings['apple']>

/** Makes passes for Apple Wallet (https://developer.apple.com/documentation/walletpasses). */
export interface ApplePasses {
  /** Whether both certificates are valid at a moment. Wallet refuses passes of others. */
  isValidAt(now: Date): boolean
  /** When the first of both expires. */
  expires_at: Date
  make(content: PassContent): Buffer
}

const icons = Object.fromEntries(
  ['icon.png', 'icon@2x.png', 'icon@3x.png'].map((name) => [
    name,
    readFileSync(new URL(`icons/${name}`, import.meta.url)),
  ]),
)

/**
 * Opens the certificate of the settings.
 * @throws PlainError if it can't be read, or its key is another one's
 */
export function openApplePasses(settings: AppleSettings): ApplePasses {
  const signer = readCertificate('APPLE_PASS_CERTIFICATE', settings.certificate)
  const issuer = readCertificate('APPLE_WWDR_CERTIFICATE', settings.wwdr_certificate)
  if (!isKeyOf(signer, settings))
    throw new PlainError(
      'APPLE_PASS_KEY is not the key of APPLE_PASS_CERTIFICATE, or APPLE_PASS_KEY_PASSWORD does not open it.',
    )
  if (!signer.checkIssued(issuer))
    throw new PlainError('APPLE_WWDR_CERTIFICATE is not the certificate that issued APPLE_PASS_CERTIFICATE.')
  const certificates = {
    wwdr: settings.wwdr_certificate,
    signerCert: settings.certificate,
    signerKey: settings.key,
    ...(settings.key_password === null ? {} : { signerKeyPassphrase: settings.key_password }),
  }
  return {
    isValidAt: (now) =>
      [signer, issuer].every(({ validFromDate, validToDate }) => validFromDate <= now && now <= validToDate),
    expires_at: new Date(Math.min(signer.validToDate.getTime(), issuer.validToDate.getTime())),
    make: (content) => passOf(content, settings, certificates).getAsBuffer(),
  }
}

function readCertificate(name: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    // The reader's message says which byte is wrong, which helps nobody.
    throw new PlainError(`${name} is not a certificate in PEM.`)
  }
}

function isKeyOf(certificate: X509Certificate, { key, key_password }: AppleSettings): boolean {
  try {
    return certificate.checkPrivateKey(createPrivateKey({ key, passphrase: key_password ?? '' }))
  } catch {
    // The key can't be read or opened.
    return false
  }
}

function passOf(
  content: PassContent,
  { pass_type_id, team_id }: AppleSettings,
  certificates: ConstructorParameters<typeof PKPass>[1],
): PKPass {
  const pass = new PKPass({ ...icons }, certificates, {
    formatVersion: 1,
    // A later pass of the same reservation replaces it.
    serialNumber: content.reservation_id,
    passTypeIdentifier: pass_type_id,
    teamIdentifier: team_id,
    organizationName: 'Openspot',
    description: content.description,
    logoText: content.lot,
    backgroundColor: 'rgb(29, 91, 214)',
    foregroundColor: 'rgb(255, 255, 255)',
    labelColor: 'rgb(219, 231, 255)',
  })
  pass.type = 'generic'
  const fieldOf = ({ key, label, value }: PassField) => ({ key, label, value })
  const [times, ...others] = content.front.map(fieldOf)
  pass.primaryFields.push({ key: 'spot', ...content.spot })
  if (times) pass.secondaryFields.push(times)
  pass.auxiliaryFields.push(...others)
  pass.backFields.push(...content.back.map(fieldOf))
  pass.setLocations({ latitude: content.lat, longitude: content.lng })
  pass.setRelevantDate(new Date(content.starts_at))
  if (content.ends_at !== null) pass.setExpirationDate(new Date(content.ends_at))
  pass.setBarcodes({ format: 'PKBarcodeFormatQR', message: content.url, messageEncoding: 'utf-8' })
  return pass
}
