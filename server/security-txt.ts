import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { dataHeaders } from '@openspot/api/plugins/safe-headers.ts'
import type { Ports } from '@openspot/api/ports.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { root } from './settings.ts'

const filePath = '/.well-known/security.txt'
const policyPath = '/security-policy'
/** The address in SECURITY.md that is replaced by the operator's contact. */
const exampleContact = 'security@openspot.example'
/** RFC 9116 recommends less than a year. Every response is generated, so an outdated copy expires soon. */
const validDays = 90

/**
 * Serves `/.well-known/security.txt` (RFC 9116) and the policy it refers to. Returns false for every other request, and
 * for all requests if no contact is set, because a file without a contact would mislead reporters.
 */
export function securityTxt(
  { security_contact: contact, public_url }: Pick<Settings, 'security_contact' | 'public_url'>,
  ports: Pick<Ports, 'now'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  if (contact === null) return () => false
  const isSecure = public_url.startsWith('https:')
  const file = () => {
    const expires = new Date(ports.now().getTime() + validDays * 86_400_000)
    return [
      `Contact: ${contact}`,
      `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
      'Preferred-Languages: en',
      // The RFC allows only https web addresses.
      ...(isSecure ? [`Canonical: ${public_url}${filePath}`, `Policy: ${public_url}${policyPath}`] : []),
      '',
    ].join('\n')
  }
  const policy = readFileSync(path.join(root, 'SECURITY.md'), 'utf8').replaceAll(
    exampleContact,
    contact.replace(/^mailto:/, ''),
  )
  return (request, response) => {
    const requested = request.url?.split('?')[0]
    const text = requested === filePath ? file() : requested === policyPath ? policy : null
    if (text === null) return false
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    response.writeHead(isRead ? 200 : 405, {
      ...dataHeaders(isSecure),
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      ...(isRead ? {} : { allow: 'GET, HEAD' }),
    })
    response.end(request.method === 'GET' ? text : undefined)
    return true
  }
}
