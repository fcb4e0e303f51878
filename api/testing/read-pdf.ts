import { inflateSync } from 'node:zlib'

/** An element of a document's structure tree, as a screen reader reads it. */
export interface Part {
  tag: string
  scope: string | null
  /** The ActualText, if it differs from what is drawn. */
  actual: string | null
  parts: Part[]
}

export interface ReadPdf {
  is_marked: boolean
  language: string | null
  title: string | null
  shows_title: boolean
  claims_ua: boolean
  /** The text drawn on each page in drawing order, with one line per part of a line. */
  pages: string[]
  /** Where each piece of text on the first page begins, in points from the left edge, in drawing order. */
  lefts: number[]
  /** The number of characters without a glyph. */
  missing: number
  /** The number of different glyphs. */
  shapes: number
  tree: Part
}

/** Parses a PDF written by our library, far enough to inspect its contents. */
export function readPdf(bytes: Buffer): ReadPdf {
  const objects = objectsOf(bytes)
  const at = (reference: string | undefined) => objects.get(Number(reference)) ?? { text: '', stream: '' }
  const root = [...objects.values()].find(({ text }) => /\/Type \/Catalog/.test(text))?.text ?? ''
  const info = [...objects.values()].find(({ text }) => /\/CreationDate/.test(text))?.text ?? ''
  let missing = 0
  const shapes = new Set<string>()
  const pages = [...objects.values()]
    .filter(({ text }) => /\/Type \/Page\b/.test(text))
    .map(({ text }) => {
      const resources = at(referred(text, 'Resources')).text
      const fonts = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [
          name,
          letters(at(referred(at(id).text, 'ToUnicode')).stream),
        ]),
      )
      let font: string[] = []
      let used = ''
      let drawn = ''
      const marks = /\/(F\d+) [\d.]+ Tf|<([0-9a-f]*)>|(BDC)/g
      for (const [, name, codes, begins] of at(referred(text, 'Contents')).stream.matchAll(marks)) {
        if (name !== undefined) [used, font] = [name, fonts.get(name) ?? []]
        for (const code of codes?.match(/.{4}/g) ?? []) {
          if (code === '0000') missing += 1
          shapes.add(`${used} ${code}`)
          drawn += font[Number.parseInt(code, 16)] ?? ''
        }
        if (begins && drawn !== '') drawn += '\n'
      }
      return drawn
    })
  const first = [...objects.values()].find(({ text }) => /\/Type \/Page\b/.test(text))?.text ?? ''
  const lefts = [...at(referred(first, 'Contents')).stream.matchAll(/1 0 0 1 ([\d.]+) [\d.]+ Tm/g)]
  const part = (id: string | undefined): Part => {
    const { text } = at(id)
    const inside = /\/K \[([\s\S]*?)\]/.exec(text)?.[1] ?? ''
    return {
      tag: /\/S \/(\w+)/.exec(text)?.[1] ?? '',
      scope: /\/Scope \/(\w+)/.exec(text)?.[1] ?? null,
      actual: stringAfter(text, 'ActualText'),
      parts: [...inside.matchAll(/(\d+) 0 R/g)].map(([, child]) => part(child)),
    }
  }
  return {
    is_marked: /\/Marked true/.test(at(referred(root, 'MarkInfo')).text),
    language: stringAfter(root, 'Lang'),
    title: stringAfter(`/Title ${at(referred(info, 'Title')).text}`, 'Title'),
    shows_title: /\/DisplayDocTitle true/.test(root + at(referred(root, 'ViewerPreferences')).text),
    claims_ua: /<pdfuaid:part>1</.test(at(referred(root, 'Metadata')).stream),
    pages,
    lefts: lefts.map(([, x]) => Number(x)),
    missing,
    shapes: shapes.size,
    tree: part(/\/K \[\s*(\d+) 0 R/.exec(at(referred(root, 'StructTreeRoot')).text)?.[1]),
  }
}

/** Returns all elements with a tag, in reading order. */
export function partsOf(tree: Part, tag: string): Part[] {
  return [...(tree.tag === tag ? [tree] : []), ...tree.parts.flatMap((part) => partsOf(part, tag))]
}

interface Found {
  text: string
  stream: string
}

function objectsOf(bytes: Buffer): Map<number, Found> {
  const file = bytes.toString('latin1')
  const objects = new Map<number, Found>()
  for (const found of file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)) {
    const [, id, body = ''] = found
    const [text = '', packed] = body.split(/\nstream\n/)
    const raw = Buffer.from(packed?.replace(/\nendstream$/, '') ?? '', 'latin1')
    const stream = /\/FlateDecode/.test(text) && raw.length > 0 ? inflateSync(raw) : raw
    objects.set(Number(id), { text, stream: stream.toString('latin1') })
  }
  return objects
}

const referred = (text: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1]

/** Returns the characters for each code of a font. */
function letters(map: string): string[] {
  const all: string[] = []
  for (const [, from = '', , list = ''] of map.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/g)) {
    const first = Number.parseInt(from, 16)
    ;[...list.matchAll(/<([0-9a-f ]*)>/g)].forEach(([, units = ''], more) => {
      const codes = units.split(' ').filter(Boolean)
      all[first + more] = String.fromCharCode(...codes.map((unit) => Number.parseInt(unit, 16)))
    })
  }
  return all
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function stringAfter(text: string, name: string): string | null {
  const raw = new RegExp(`/${name} \\(((?:[^\\\\)]|\\\\[\\s\\S])*)\\)`).exec(text)?.[1]
  if (raw === undefined) return null
  const plain = raw.replace(/\\([\s\S])/g, (_, sign: string) => escapes[sign] ?? sign)
  if (!plain.startsWith('\xfe\xff')) return plain
  return Buffer.from(plain.slice(2), 'latin1').swap16().toString('utf16le')
}
