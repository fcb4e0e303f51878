import { VendorFault } from '../../../net/vendor-errors.ts'
import type { VendorNetwork } from '../../../vendors.ts'
import { CredentialsRejected, PropertyNotReachable } from '../reading/errors.ts'
import { findAll, textAt } from '../reading/nodes.ts'
import { callSoap, elements } from '../reading/soap.ts'
import type { ReadValues } from '../reading/values.ts'
import type { XmlDocument } from '../reading/xml.ts'

const name = 'http://tempuri.org/YSI.Interfaces.WebServices/ItfResidentData'

export interface YardiCall {
  method: string
  property_id: string | null
  /** The elements of the method itself. */
  args?: readonly (readonly [string, string])[]
  record: string | null
  onMessage: (text: string) => void
}

/** The document of a call, and whether its result has nothing in it. */
export interface YardiAnswer extends XmlDocument {
  is_empty: boolean
}

/** Calls a method of the resident data interface. Errors in the result become errors of a connector. */
export async function callYardi(
  net: VendorNetwork,
  values: ReadValues,
  { method, property_id, args = [], record, onMessage }: YardiCall,
  signal: AbortSignal,
): Promise<YardiAnswer> {
  const body = elements('', [
    ['UserName', values.text('username')],
    ['Password', values.text('password')],
    ['ServerName', values.text('server_name')],
    ['Database', values.text('database')],
    ['Platform', values.text('platform')],
    ['YardiPropertyId', property_id],
    ['InterfaceEntity', values.text('interface_entity')],
    ['InterfaceLicense', values.text('interface_license')],
    ...args,
  ])
  const envelope = `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${method} xmlns="${name}">${body}</${method}></soap:Body></soap:Envelope>`
  const call = { url: urlOf(values), action: `${name}/${method}`, envelope, record }
  const document = await callSoap(net, values.redact, call, signal)
  const results = findAll(document.rest, `${method}Result`)
  if (results.length === 0 && findAll(document.rest, `${method}Response`).length === 0)
    throw new VendorFault('The response is not one of this method.')
  const messages = findAll(results, 'message')
  for (const message of messages) readMessage(message, property_id, values, onMessage)
  const has_content = results.some((result) => typeof result === 'object')
  return { ...document, is_empty: document.record_count === 0 && !has_content && messages.length === 0 }
}

function urlOf(values: ReadValues): string {
  const url = (values.text('service_url') ?? '').replace(/\/+$/, '')
  return url.toLowerCase().endsWith('.asmx') ? url : `${url}/ItfResidentData.asmx`
}

const rejected = /^(?:login failed|invalid interface entity)/i
const noProperty = /^(?:invalid or no access to yardi property|invalid yardi property code)/i
const notConfigured = /is not configured for property/i
const emptyList = /^no (?:tenants exist with the given search criteria|roommate promotions found)/i

/** Throws what a message means, unless it is no error. */
function readMessage(
  message: unknown,
  property_id: string | null,
  { redact }: ReadValues,
  onMessage: (text: string) => void,
): void {
  const said = textAt(message)
  if (said === null || emptyList.test(said)) return
  const text = redact(said)
  if (rejected.test(said)) throw new CredentialsRejected(`Yardi refused the credentials: ${text}`)
  if (noProperty.test(said) || notConfigured.test(said)) {
    const hint = notConfigured.test(said) ? ' Ask the property to turn on the interface in Yardi.' : ''
    if (property_id === null) throw new VendorFault(`Yardi answered with an error: ${text}${hint}`)
    throw new PropertyNotReachable(property_id, `Yardi doesn't grant access: ${text}${hint}`)
  }
  // A message without a type is taken for an error.
  if (/^(?:warning|fyi)$/i.test(textAt(message, '@messagetype') ?? '')) return onMessage(text)
  throw new VendorFault(`Yardi answered with an error: ${text}`)
}

/** Returns previous codes of people by their current ones: roommates who became heads, and transfers to another unit. */
export function replacedCodes(promotions: unknown, transfers: unknown): Map<string, string> {
  const replaced = new Map<string, string>()
  for (const transfer of codePairs(transfers)) replaced.set(...transfer)
  for (const promotion of findAll(promotions, 'roommatepromotion')) {
    const code = textAt(promotion, 'newtenant', 'code')
    // The misspelled name is the vendor's own.
    const old =
      textAt(promotion, 'newtenant', 'oldroomatecode') ?? textAt(promotion, 'newtenant', 'oldroommatecode')
    if (code !== null && old !== null && code !== old) replaced.set(code, old)
  }
  return replaced
}

const codeForm = /^[trp]\d{3,}$/i
const oldName = /old|prior|previous|from/i
const newName = /new|to(?:tenant|code|resident)|current/i

/**
 * Finds a new and an old code in each element, because the shape of transfers isn't published. Names of elements on the way
 * tell which is which, and an element in which either has several codes is left out.
 */
function codePairs(node: unknown, depth = 12): [string, string][] {
  if (depth === 0 || typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((each) => codePairs(each, depth - 1))
  const inner = Object.values(node).flatMap((value) => codePairs(value, depth - 1))
  if (inner.length > 0) return inner
  const codes = leaves(node)
  const named = (pattern: RegExp, other: RegExp) => [
    ...new Set(codes.flatMap(({ path, text }) => (pattern.test(path) && !other.test(path) ? [text] : []))),
  ]
  const [code, ...codesLeft] = named(newName, oldName)
  const [old, ...oldLeft] = named(oldName, newName)
  const is_pair = code !== undefined && old !== undefined && code !== old
  return is_pair && codesLeft.length === 0 && oldLeft.length === 0 ? [[code, old]] : []
}

function leaves(node: unknown, path = '', depth = 6): { path: string; text: string }[] {
  if (depth === 0) return []
  if (Array.isArray(node)) return node.flatMap((each) => leaves(each, path, depth - 1))
  if (typeof node === 'object' && node !== null)
    return Object.entries(node).flatMap(([key, value]) => leaves(value, `${path}/${key}`, depth - 1))
  return typeof node === 'string' && codeForm.test(node.trim()) ? [{ path, text: node.trim() }] : []
}

/** The properties of an answer to GetPropertyConfigurations. */
export function propertiesOf(pages: readonly unknown[]) {
  return pages.flatMap((property) => {
    const property_id = textAt(property, 'code')
    if (property_id === null) return []
    const lines = ['addressline1', 'addressline2', 'addressline3', 'city', 'state', 'postalcode'].flatMap(
      (name) => textAt(property, name) ?? [],
    )
    const address = lines.length === 0 ? null : lines.join(', ')
    return [{ property_id, name: textAt(property, 'marketingname') ?? property_id, address, is_active: true }]
  })
}
