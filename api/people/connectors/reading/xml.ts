import { setImmediate as nextTurn } from 'node:timers/promises'
import { XMLParser } from 'fast-xml-parser'
import { VendorFault } from '../../../net/vendor-errors.ts'

const MAX_DEPTH = 64
const MAX_RECORDS = 200_000
/** The longest record, and the longest document without its records, in bytes. */
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
  // Each piece of a text beside a CDATA section would be trimmed by itself, and "Unit 4 B" would become "Unit4B".
  trimValues: false,
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

/** The text of a document as bytes, of which only the part that is read is decoded: a string of all of it would double the memory. */
interface XmlText {
  /** In an encoding in which each character of ASCII is its own byte, and no part of any other character. */
  bytes: Buffer
  decode: (bytes: Buffer) => string
}

/** Returns the text of an XML document in its encoding: that of the content type, or else that of the declaration. */
export function xmlText(body: Buffer, content_type: string | undefined): XmlText {
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(body.subarray(0, 200).toString('latin1'))?.[1]
  const named = /charset=["']?([\w-]+)/i.exec(content_type ?? '')?.[1]
  try {
    const found = new TextDecoder(encodingOf(body, named ?? declared))
    const is_ascii_based = /^(?:utf-8|windows-125\d|iso-8859-\d+)$/.test(found.encoding)
    // The others are translated as a whole, because parts of their characters look like tags.
    const bytes = is_ascii_based ? withoutMark(body) : Buffer.from(found.decode(body))
    const decoder = new TextDecoder(is_ascii_based ? found.encoding : 'utf-8', { ignoreBOM: true })
    return { bytes, decode: (part) => decoder.decode(part) }
  } catch {
    // The name of the encoding is unknown, and its text is shown to nobody.
    throw new VendorFault('The response has an unknown encoding.')
  }
}

const withoutMark = (body: Buffer): Buffer =>
  body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf ? body.subarray(3) : body

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
export async function readXml(text: XmlText, record: string | null): Promise<XmlDocument> {
  const { bytes, decode } = text
  const { rest, ranges } = await split(text, record)
  return {
    rest: parse(rest, true),
    record_count: ranges.length / 2,
    async *pages(size) {
      for (let at = 0; at < ranges.length; at += size * 2) {
        const page: unknown[] = []
        for (let one = at; one < Math.min(at + size * 2, ranges.length); one += 2) {
          // Its tags were checked while it was found.
          const parsed = parse(decode(bytes.subarray(ranges[one], ranges[one + 1])), false)
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
    const root = trimmed(parser.parse(text, validates))
    if (typeof root === 'object' && root !== null) return root as Record<string, unknown>
  } catch {
    // What the parser says quotes the document, which may contain credentials.
  }
  throw new VendorFault('The response is not valid XML.')
}

/** The text of an element beside its children. */
const TEXT = '#text'

/** Returns a parsed element with its texts trimmed as a whole, and without those between elements that are only spaces. */
function trimmed(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [name, trimmed(part)] as const)
  const kept = parts.filter(([name, part]) => name !== TEXT || part !== '')
  return kept.length === 0 ? '' : Object.fromEntries(kept)
}

const invalid = (): never => {
  throw new VendorFault('The response is not valid XML.')
}

/** Finds the outermost elements with the name of a record, and returns what is left without them. */
async function split(
  { bytes, decode }: XmlText,
  record: string | null,
): Promise<{ rest: string; ranges: number[] }> {
  const ranges: number[] = []
  const kept: string[] = []
  let kept_length = 0
  let kept_until = 0
  const open: string[] = []
  /** Depth and position of the record that the position is in. */
  let inside: { depth: number; start: number } | null = null
  let tags = 0
  let position = bytes.indexOf(mark.open)
  if (position < 0 || decode(bytes.subarray(0, Math.min(position, 100))).trim() !== '') invalid()
  const finish = (start: number, end: number) => {
    if (end - start > MAX_PART) throw new VendorFault('A part of the response is too large.')
    if (ranges.length / 2 >= MAX_RECORDS) throw new VendorFault('The response has too many records.')
    ranges.push(start, end)
    kept.push(decode(bytes.subarray(kept_until, start)))
    kept_length += start - kept_until
    kept_until = end
    if (kept_length > MAX_PART) throw new VendorFault('The response is too large.')
  }
  while (position >= 0) {
    if (++tags % TAGS_PER_TURN === 0) await nextTurn()
    const skipped = endOfSkipped(bytes, position)
    if (skipped !== null) {
      position = bytes.indexOf(mark.open, skipped)
      continue
    }
    const end = endOfTag(bytes, position)
    const is_end = bytes[position + 1] === mark.slash
    const name = nameAt(bytes, is_end ? position + 2 : position + 1)
    if (is_end) {
      if (open.pop() !== name) invalid()
      if (inside !== null && open.length < inside.depth) {
        finish(inside.start, end)
        inside = null
      }
    } else {
      const is_record = inside === null && record !== null && localOf(name) === record
      if (bytes[end - 2] !== mark.slash) {
        open.push(name)
        if (open.length > MAX_DEPTH) throw new VendorFault('The response is nested too deeply.')
        if (is_record) inside = { depth: open.length, start: position }
      } else if (is_record) finish(position, end)
    }
    position = bytes.indexOf(mark.open, end)
  }
  if (open.length > 0) invalid()
  if (kept_length + bytes.length - kept_until > MAX_PART) throw new VendorFault('The response is too large.')
  return { rest: [...kept, decode(bytes.subarray(kept_until))].join(''), ranges }
}

const mark = { open: 0x3c, close: 0x3e, slash: 0x2f, double: 0x22, single: 0x27 } as const

/** Returns the end of a comment, CDATA section, or processing instruction; null for a tag. */
function endOfSkipped(bytes: Buffer, at: number): number | null {
  const after = (ending: string) => {
    const end = bytes.indexOf(ending, at + 2, 'latin1')
    return end < 0 ? invalid() : end + ending.length
  }
  const starts = bytes.toString('latin1', at, at + 9)
  if (starts.startsWith('<?')) return after('?>')
  if (!starts.startsWith('<!')) return null
  if (starts.startsWith('<!--')) return after('-->')
  if (starts === '<![CDATA[') return after(']]>')
  throw new VendorFault('The response has a DOCTYPE, which is not allowed.')
}

/** Returns the position after a tag. A quoted value may contain its end. */
function endOfTag(bytes: Buffer, at: number): number {
  let quote = 0
  for (let index = at + 1; index < bytes.length; index += 1) {
    const letter = bytes[index]
    if (quote !== 0) {
      if (letter === quote) quote = 0
    } else if (letter === mark.close) return index + 1
    else if (letter === mark.double || letter === mark.single) quote = letter
    else if (letter === mark.open) return invalid()
  }
  return invalid()
}

/** Whether a name ends before a byte: at a space, a slash, or the end of the tag. */
const endsName = (byte: number | undefined): boolean =>
  byte === undefined || byte <= 0x20 || byte === mark.slash || byte === mark.close

function nameAt(bytes: Buffer, at: number): string {
  let end = at
  while (!endsName(bytes[end])) end += 1
  return end === at ? invalid() : bytes.toString('latin1', at, end)
}

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase()
