import { setImmediate as nextTurn } from 'node:timers/promises'
import { XMLParser } from 'fast-xml-parser'
import { VendorFault } from './errors.ts'

const MAX_DEPTH = 64
const MAX_RECORDS = 200_000
/** The longest record, and the longest document without its records, in characters. */
const MAX_PART = 1024 * 1024
/** Tags between two pauses, in which requests are answered: about 10 ms. */
const TAGS_PER_TURN = 20_000
const RECORDS_PER_TURN = 25

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  // A DOCTYPE is rejected before, so only entities of XML and HTML and numbers, which this option includes, remain.
  processEntities: true,
  htmlEntities: true,
  parseTagValue: false,
  parseAttributeValue: false,
  removeNSPrefix: true,
  transformTagName: (name) => name.toLowerCase(),
  transformAttributeName: (name) => name.toLowerCase(),
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: MAX_DEPTH,
})

/** A document whose records have not been parsed yet. Names of elements and attributes are lower case without prefix. */
export interface XmlDocument {
  /** Everything but the records. */
  rest: unknown
  record_count: number
  /** Parses the records in pages, so that only one page is in memory as objects. */
  pages(size: number): AsyncGenerator<unknown[]>
}

/** Returns text of an XML document in its encoding: that of the content type, or else that of the declaration. */
export function decodeXml(body: Buffer, content_type: string | undefined): string {
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(body.subarray(0, 200).toString('latin1'))?.[1]
  const named = /charset=["']?([\w-]+)/i.exec(content_type ?? '')?.[1]
  try {
    return new TextDecoder(encodingOf(body, named ?? declared)).decode(body)
  } catch {
    // The name of the encoding is unknown, and its text is shown to nobody.
    throw new VendorFault('The response has an unknown encoding.')
  }
}

/** A mark at the start of a document takes precedence over what is said about it. */
function encodingOf(body: Buffer, named: string | undefined): string {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  if (body[0] === 0xef && body[1] === 0xbb) return 'utf-8'
  return named ?? 'utf-8'
}

/**
 * Reads a document that may be large. `record` is the local name of the elements that repeat, in lower case, and null if
 * there are none. Throws `VendorFault` for a DOCTYPE, which could declare entities that expand to gigabytes or name files
 * of this machine, for a document that is nested too deeply or has too many parts, and for anything but XML.
 */
export async function readXml(text: string, record: string | null): Promise<XmlDocument> {
  const { rest, ranges } = await split(text, record)
  return {
    rest: parse(rest, true),
    record_count: ranges.length / 2,
    async *pages(size) {
      for (let at = 0; at < ranges.length; at += size * 2) {
        const page: unknown[] = []
        for (let one = at; one < Math.min(at + size * 2, ranges.length); one += 2) {
          // Its tags were checked while it was found.
          const parsed = parse(text.slice(ranges[one], ranges[one + 1]), false)
          page.push(...Object.values(parsed))
          if (page.length % RECORDS_PER_TURN === 0) await nextTurn()
        }
        yield page
        await nextTurn()
      }
    },
  }
}

function parse(text: string, validates: boolean): Record<string, unknown> {
  try {
    const root: unknown = parser.parse(text, validates)
    if (typeof root === 'object' && root !== null) return root as Record<string, unknown>
  } catch {
    // What the parser says quotes the document, which may contain credentials.
  }
  throw new VendorFault('The response is not valid XML.')
}

const invalid = (): never => {
  throw new VendorFault('The response is not valid XML.')
}

/** Finds the outermost elements with the name of a record, and returns what is left without them. */
async function split(text: string, record: string | null): Promise<{ rest: string; ranges: number[] }> {
  const ranges: number[] = []
  const kept: string[] = []
  let kept_length = 0
  let kept_until = 0
  const open: string[] = []
  /** Depth and position of the record that the position is in. */
  let inside: { depth: number; start: number } | null = null
  let tags = 0
  let position = text.indexOf('<')
  if (position < 0 || !/^\uFEFF?\s*$/.test(text.slice(0, Math.min(position, 100)))) invalid()
  const finish = (start: number, end: number) => {
    if (end - start > MAX_PART) throw new VendorFault('A part of the response is too large.')
    if (ranges.length / 2 >= MAX_RECORDS) throw new VendorFault('The response has too many records.')
    ranges.push(start, end)
    kept.push(text.slice(kept_until, start))
    kept_length += start - kept_until
    kept_until = end
    if (kept_length > MAX_PART) throw new VendorFault('The response is too large.')
  }
  while (position >= 0) {
    if (++tags % TAGS_PER_TURN === 0) await nextTurn()
    const skipped = endOfSkipped(text, position)
    if (skipped !== null) {
      position = text.indexOf('<', skipped)
      continue
    }
    const end = endOfTag(text, position)
    const is_end = text[position + 1] === '/'
    const name = nameAt(text, is_end ? position + 2 : position + 1)
    if (is_end) {
      if (open.pop() !== name) invalid()
      if (inside !== null && open.length < inside.depth) {
        finish(inside.start, end)
        inside = null
      }
    } else {
      const is_record = inside === null && record !== null && localOf(name) === record
      if (text[end - 2] !== '/') {
        open.push(name)
        if (open.length > MAX_DEPTH) throw new VendorFault('The response is nested too deeply.')
        if (is_record) inside = { depth: open.length, start: position }
      } else if (is_record) finish(position, end)
    }
    position = text.indexOf('<', end)
  }
  if (open.length > 0) invalid()
  if (kept_length + text.length - kept_until > MAX_PART) throw new VendorFault('The response is too large.')
  return { rest: [...kept, text.slice(kept_until)].join(''), ranges }
}

/** Returns the end of a comment, CDATA section, or processing instruction; null for a tag. */
function endOfSkipped(text: string, at: number): number | null {
  const after = (mark: string) => {
    const end = text.indexOf(mark, at + 2)
    return end < 0 ? invalid() : end + mark.length
  }
  if (text.startsWith('<?', at)) return after('?>')
  if (!text.startsWith('<!', at)) return null
  if (text.startsWith('<!--', at)) return after('-->')
  if (text.startsWith('<![CDATA[', at)) return after(']]>')
  throw new VendorFault('The response has a DOCTYPE, which is not allowed.')
}

/** Returns the position after a tag. A quoted value may contain its end. */
function endOfTag(text: string, at: number): number {
  let quote = ''
  for (let index = at + 1; index < text.length; index += 1) {
    const letter = text[index]
    if (quote !== '') {
      if (letter === quote) quote = ''
    } else if (letter === '>') return index + 1
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '<') return invalid()
  }
  return invalid()
}

const nameCharacter = /[^\s/>]/

function nameAt(text: string, at: number): string {
  let end = at
  while (end < text.length && nameCharacter.test(text[end] ?? '')) end += 1
  return end === at ? invalid() : text.slice(at, end)
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()
