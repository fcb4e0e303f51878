import { createHash, verify, X509Certificate } from 'node:crypto'
import forge from 'node-forge'

interface Captured {
  digestAlgorithm: string
  authenticatedAttributes: forge.asn1.Asn1[]
  signature: string
}

/**
 * Whether a detached signature (PKCS #7) of a text was made with the key of a certificate. The signature itself is checked by Node.js, and
 * not by the library that made it.
 */
export function isSigned(text: Uint8Array, signature: Uint8Array, certificate: string): boolean {
  const der = forge.util.createBuffer(Buffer.from(signature).toString('binary'))
  const message = forge.pkcs7.messageFromAsn1(forge.asn1.fromDer(der))
  const captured = (message as unknown as { rawCapture: Captured }).rawCapture
  const digest = forge.asn1.derToOid(captured.digestAlgorithm) === forge.pki.oids['sha1'] ? 'sha1' : 'sha256'
  // The attributes are signed as a set, and are sent with a tag of their own.
  const { Class, Type } = forge.asn1
  const attributes = forge.asn1.create(Class.UNIVERSAL, Type.SET, true, captured.authenticatedAttributes)
  const signed = Buffer.from(forge.asn1.toDer(attributes).getBytes(), 'binary')
  const ofText = createHash(digest).update(text).digest()
  return (
    signed.includes(ofText) &&
    verify(
      digest,
      signed,
      new X509Certificate(certificate).publicKey,
      Buffer.from(captured.signature, 'binary'),
    )
  )
}
