import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import path from 'node:path'
import { dataHeaders } from '@openspot/api/plugins/safe-headers.ts'
import type { Ports } from '@openspot/api/ports.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { root } from './settings.ts'

const filePath = '/.well-known/security.txt'
const policyPath = '/security-policy'
/** The address in SECURITY.md that the operator's own contact replaces. */
const exampleContact = 'security@openspot.example'
/** RFC 9116 advises less than a year. Every answer is written anew, so a copy that nobody refreshes goes stale soon. */
const validDays = 90

/**
 * Answers `/.well-known/security.txt` (RFC 9116) and the policy it refers to. Returns false for every other request,
 * and for all of them where no contact is set: a file without a contact would mislead a reporter, so there is none.
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
      // The RFC allows web addresses with https only.
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
