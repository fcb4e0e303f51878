import { SaxesParser } from 'saxes'
import { FileRefused } from './table.ts'

/** Receives the tags and texts of a document while it is read. Names come without prefixes. */
export interface XmlReader {
  open(name: string, attributeOf: (name: string) => string | null): void
  text?(text: string): void
  close?(name: string): void
}

/** A text or tag that is longer than this is no part of a table. */
const MAX_SILENCE = 2 * 1024 * 1024
const MAX_DEPTH = 64

const localOf = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * Reads a document in UTF-8 piece by piece, and goes on after each piece. Throws `FileRefused` for anything but XML, and for a
 * DOCTYPE, which could declare entities that expand to gigabytes.
 */
export async function* readXmlPieces(pieces: AsyncIterable<Buffer>, reader: XmlReader): AsyncGenerator<void> {
  const refuse = (detail: string) => {
    throw new FileRefused('DAMAGED', detail)
  }
  const decoder = new TextDecoder('utf-8')
  const parser = new SaxesParser({ position: false })
  let depth = 0
  let silence = 0
  parser.on('error', () => refuse('XML'))
  parser.on('doctype', () => refuse('DOCTYPE'))
  parser.on('opentag', ({ name, attributes }) => {
    silence = 0
    if (++depth > MAX_DEPTH) refuse('nesting')
    reader.open(localOf(name), (wanted) => {
      const found = attributes[wanted]
      return typeof found === 'string' ? found : null
    })
  })
  parser.on('text', (text) => reader.text?.(text))
  parser.on('cdata', (text) => reader.text?.(text))
  parser.on('closetag', ({ name }) => {
    depth -= 1
    reader.close?.(localOf(name))
  })
  for await (const piece of pieces) {
    silence += piece.length
    if (silence > MAX_SILENCE) refuse('a long text')
    parser.write(decoder.decode(piece, { stream: true }))
    yield
  }
  parser.write(decoder.decode())
  parser.close()
  yield
}

/** Reads a document to its end. */
export async function readXmlWhole(pieces: AsyncIterable<Buffer>, reader: XmlReader): Promise<void> {
  for await (const _ of readXmlPieces(pieces, reader));
}
