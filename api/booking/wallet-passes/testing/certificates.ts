import { generateKeyPairSync } from 'node:crypto'
import forge from 'node-forge'

const aKey = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })

interface Valid {
  from: string
  to: string
}

/** Makes what Apple issues for a pass type: a certificate with its key, and the certificate of its issuer, valid for some time. */
export function passCertificates({ from, to }: Valid) {
  const [issuer, signer] = [aKey(), aKey()]
  const of = (name: string, publicKey: string, serial: string, isIssuer: boolean): string => {
    const certificate = forge.pki.createCertificate()
    certificate.publicKey = forge.pki.publicKeyFromPem(publicKey)
    certificate.serialNumber = serial
    certificate.validity.notBefore = new Date(from)
    certificate.validity.notAfter = new Date(to)
    certificate.setSubject([{ name: 'commonName', value: name }])
    certificate.setIssuer([{ name: 'commonName', value: 'Test issuer' }])
    if (isIssuer) certificate.setExtensions([{ name: 'basicConstraints', cA: true }])
    certificate.sign(forge.pki.privateKeyFromPem(issuer.privateKey), forge.md.sha256.create())
    return forge.pki.certificateToPem(certificate).replaceAll('\r', '').trim()
  }
  return {
    certificate: of('Pass Type ID: pass.example.openspot', signer.publicKey, '02', false),
    key: signer.privateKey.trim(),
    wwdr_certificate: of('Test issuer', issuer.publicKey, '01', true),
  }
}
