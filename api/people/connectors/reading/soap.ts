import { VendorFault, VendorUnavailable } from '../../../net/vendor-errors.ts'
import type { VendorNetwork, VendorResponse } from '../../../vendors.ts'
import { CredentialsRejected } from './errors.ts'
import { allAt, textAt } from './nodes.ts'
import type { Redact } from './redact.ts'
import { withRetries } from './retries.ts'
import { readXml, type XmlDocument, xmlText } from './xml.ts'

/** A SOAP Fault, whose meaning depends on the call. The text contains no credentials. */
export class SoapFault extends VendorFault {}

export interface SoapCall {
  url: string
  action: string
  headers?: Readonly<Record<string, string>>
  envelope: string
  /** The local name of the elements that repeat, in lower case. */
  record: string | null
}

/**
 * Calls a SOAP method, up to three times while the vendor is not available. Throws `SoapFault` for a fault, and
 * `CredentialsRejected` for status 401 and 403.
 */
export function callSoap(
  net: VendorNetwork,
  redact: Redact,
  { url, action, headers, envelope, record }: SoapCall,
  signal: AbortSignal,
): Promise<XmlDocument> {
  return withRetries(net, signal, async () => {
    const answer = await net.send(
      {
        method: 'POST',
        url,
        headers: {
          'content-type': 'text/xml; charset=utf-8',
          accept: 'text/xml',
          soapaction: `"${action}"`,
          ...headers,
        },
        body: `<?xml version="1.0" encoding="utf-8"?>${envelope}`,
      },
      signal,
    )
    const { status } = answer
    if (status === 401 || status === 403)
      throw new CredentialsRejected(
        `The vendor refused the credentials (status ${status}). ${said(answer, redact)}`.trim(),
      )
    const document = await documentOf(answer, record)
    if (allAt(document.rest, 'envelope').length === 0) {
      // Proxies and broken servers answer with pages instead of SOAP.
      if (status >= 500) throw new VendorUnavailable(`The vendor is not available now (status ${status}).`)
      throw new VendorFault(
        status === 200 ? 'The response is not SOAP.' : `The vendor answered with status ${status}.`,
      )
    }
    refuseFault(document, redact)
    if (status !== 200) throw new VendorFault(`The vendor answered with status ${status}.`)
    return document
  })
}

async function documentOf(
  { status, headers, body }: VendorResponse,
  record: string | null,
): Promise<XmlDocument> {
  try {
    return await readXml(xmlText(body, headers['content-type']), record)
  } catch (error) {
    if (status >= 500) throw new VendorUnavailable(`The vendor is not available now (status ${status}).`)
    if (status !== 200) throw new VendorFault(`The vendor answered with status ${status}.`)
    throw error
  }
}

function refuseFault({ rest }: XmlDocument, redact: Redact): void {
  const fault = allAt(rest, 'envelope', 'body', 'fault')[0]
  if (fault === undefined) return
  // SOAP 1.1 has faultstring, and 1.2 has Reason.
  const text = textAt(fault, 'faultstring') ?? textAt(fault, 'reason', 'text') ?? 'No reason was given.'
  throw new SoapFault(`The vendor answered with an error: ${redact(text)}`)
}

/** What a JSON body says, such as `{"Message": "…"}`. */
function said({ body }: VendorResponse, redact: Redact): string {
  const text = /"message"\s*:\s*"([^"]{1,300})"/i.exec(body.subarray(0, 2000).toString('utf8'))?.[1]
  return text === undefined ? '' : redact(text)
}

/** Elements in their order, as XML. Null values are left out. */
export const elements = (prefix: string, values: readonly (readonly [string, string | null])[]): string =>
  values
    .flatMap(([name, value]) =>
      value === null ? [] : [`<${prefix}${name}>${escapeXml(value)}</${prefix}${name}>`],
    )
    .join('')

export const escapeXml = (text: string): string =>
  text
    // Characters that XML can't contain at all.
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
