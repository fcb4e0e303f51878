import { XMLParser } from 'fast-xml-parser'
import { type Fields, isFields } from './fields.ts'
import { unreadable } from './reading.ts'

/** More elements than any camera sends. */
const mostElements = 5_000
const deepest = 32

const parser = new XMLParser({
  // Neither attributes nor entities are used, and a DOCTYPE is rejected before.
  ignoreAttributes: true,
  processEntities: false,
  parseTagValue: false,
  removeNSPrefix: true,
  maxNestedTags: deepest,
})

/**
 * Returns the elements of an XML document by their local names. Throws `NoReading` for a document with a DOCTYPE, because
 * it could declare entities that expand to gigabytes or name files of this machine.
 */
export function xmlOf(text: string): Fields {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) unreadable('FORBIDDEN_XML')
  if (text.split('<', mostElements * 2 + 1).length > mostElements * 2) unreadable('TOO_COMPLEX')
  if (!/^\uFEFF?\s*</.test(text)) unreadable('NOT_XML')
  try {
    const root: unknown = parser.parse(text, true)
    if (isFields(root)) return root
  } catch {
    // Rejected below: what the parser says about it is of no use to anyone.
  }
  return unreadable('NOT_XML')
}
