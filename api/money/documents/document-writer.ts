import type { Paper } from '@openspot/core/paper.ts'
import { openPdf, type PdfFacts } from './pdf.ts'
import { type Cell, colors, heightOf, type Setting, type StyleName, Typesetter } from './typesetter.ts'

/** The metadata of a document. */
export interface DocumentFacts extends PdfFacts {
  paper: Paper
  /** At the top of every page except the first. The footer is on every page. */
  running_head: string
  footer: (page: number, pages: number) => string
}

export interface Column {
  head: string
  /** The share of the page width. */
  share: number
  align?: 'right'
}

/** A typeset cell and its position. */
interface SetCell {
  set: Setting
  x: number
  flush?: number
}

const tallest = (cells: readonly SetCell[]): number => Math.max(...cells.map(({ set }) => heightOf(set)))

type Struct = PDFKit.PDFStructureElement

const margins = { left: 56, right: 56, top: 56, bottom: 64 }
const gap = 12

/**
 * Creates a document for print and screen readers: a tagged PDF (PDF/UA) with embedded fonts. Content flows downward
 * and onto new pages. Returns its bytes.
 */
export async function makeDocument(
  facts: DocumentFacts,
  write: (writer: DocumentWriter) => void,
): Promise<Buffer> {
  const { pdf, bytes } = await openPdf(facts)
  const writer = new DocumentWriter(pdf, facts)
  write(writer)
  writer.finish()
  return bytes
}

export class DocumentWriter {
  readonly #pdf: PDFKit.PDFDocument
  readonly #facts: DocumentFacts
  readonly #setter: Typesetter
  readonly #root: Struct
  /** The width of the text. */
  readonly #inner: number
  #y = 0

  constructor(pdf: PDFKit.PDFDocument, facts: DocumentFacts) {
    this.#pdf = pdf
    this.#facts = facts
    this.#inner = facts.paper.width - margins.left - margins.right
    this.#setter = new Typesetter(pdf)
    this.#addPage()
    this.#root = pdf.struct('Document')
    pdf.addStructure(this.#root)
  }

  /** Writes the title and the issuer. */
  title(text: string, by: string): void {
    this.#block('P', by, 'brand', colors.brand)
    this.#y += 6
    this.#block('H1', text, 'h1')
    this.#y += 12
  }

  heading(text: string): void {
    // Keep the heading with what follows.
    this.#makeRoom(60)
    this.#y += 14
    this.#block('H2', text, 'h2')
    this.#y += 4
  }

  paragraph(text: string): void {
    this.#block('P', text, 'text', colors.quiet)
    this.#y += 4
  }

  /** Writes names and values, one row each. */
  facts(rows: readonly (readonly [name: string, value: Cell])[]): void {
    const table = this.#child(this.#root, 'Table')
    const share = 0.26
    for (const [name, value] of rows) {
      const names = { x: margins.left, set: this.#setter.set(name, 'text', this.#inner * share - gap) }
      const values = {
        x: margins.left + this.#inner * share,
        set: this.#setter.set(value, 'text', this.#inner * (1 - share)),
      }
      const height = tallest([names, values]) + 6
      this.#makeRoom(height)
      const row = this.#child(table, 'TR')
      this.#cell(row, { ...names, color: colors.quiet, scope: 'Row' })
      this.#cell(row, values)
      this.#y += height
    }
  }

  /** Writes a table whose column heads repeat on every page. The last rows may be totals, which stand out. */
  table(
    columns: readonly Column[],
    rows: readonly (readonly Cell[])[],
    sums: readonly (readonly Cell[])[] = [],
  ): void {
    const table = this.#child(this.#root, 'Table')
    let x = margins.left
    const places = columns.map(({ share, align }) => {
      const width = share * this.#inner
      const place = { x, width: align ? width : width - gap, ...(align ? { flush: width } : {}) }
      x += width
      return place
    })
    const setRow = (cells: readonly Cell[], style: StyleName) =>
      places.map(({ width, ...place }, at) => ({
        ...place,
        set: this.#setter.set(cells[at] ?? '', style, width),
      }))
    const heads = setRow(
      columns.map(({ head }) => head),
      'strong',
    )
    const drawHeads = (row: Struct | null) => {
      for (const head of heads) this.#cell(row, { ...head, scope: 'Column' })
      this.#y += tallest(heads) + 5
      this.#line()
    }
    this.#makeRoom(70)
    drawHeads(this.#child(table, 'TR'))
    const draw = (row: readonly Cell[], style: 'text' | 'strong') => {
      const cells = setRow(row, style)
      const height = tallest(cells) + 10
      if (this.#makeRoom(height)) drawHeads(null)
      const struct = this.#child(table, 'TR')
      this.#y += 5
      cells.forEach((cell, at) =>
        this.#cell(struct, style === 'strong' && at === 0 ? { ...cell, scope: 'Row' } : cell),
      )
      this.#y += height - 5
      this.#line()
    }
    for (const row of rows) draw(row, 'text')
    for (const row of sums) draw(row, 'strong')
  }

  /** Numbers the pages and closes the file. */
  finish(): void {
    const { count } = this.#pdf.bufferedPageRange()
    for (let at = 0; at < count; at += 1) {
      this.#pdf.switchToPage(at)
      this.#aside(this.#facts.footer(at + 1, count), this.#facts.paper.height - margins.bottom + 24)
    }
    this.#pdf.end()
  }

  #block(tag: string, text: string, style: StyleName, color = colors.ink): void {
    const set = this.#setter.set(text, style, this.#inner)
    this.#makeRoom(heightOf(set))
    const block = this.#child(this.#root, tag)
    this.#setter.draw(set, { x: margins.left, y: this.#y, color }, block)
    this.#y += heightOf(set)
  }

  #child(parent: Struct, tag: string, options: PDFKit.Mixins.StructureElementOptions = {}): Struct {
    const child = this.#pdf.struct(tag, options)
    parent.add(child)
    return child
  }

  /** Draws a cell of a row. Repeated column heads belong to no row, because screen readers have read them already. */
  #cell(
    row: Struct | null,
    { set, scope, ...place }: SetCell & { color?: string; scope?: 'Row' | 'Column' },
  ): void {
    const at = { color: colors.ink, ...place, y: this.#y }
    if (row === null) this.#artifact(() => this.#setter.draw(set, at, null))
    else this.#setter.draw(set, at, this.#child(row, scope ? 'TH' : 'TD', scope ? { scope } : {}))
  }

  /** Draws a small line that screen readers skip. */
  #aside(text: string, y: number): void {
    const set = this.#setter.set(text, 'small', this.#inner)
    this.#artifact(() => this.#setter.draw(set, { x: margins.left, y, color: colors.quiet }, null))
  }

  #artifact(draw: () => void): void {
    this.#pdf.markContent('Artifact', { type: 'Pagination' })
    draw()
    this.#pdf.endMarkedContent()
  }

  #line(): void {
    this.#pdf.markContent('Artifact', { type: 'Layout' })
    this.#pdf
      .moveTo(margins.left, this.#y)
      .lineTo(margins.left + this.#inner, this.#y)
      .lineWidth(0.5)
      .stroke(colors.rule)
    this.#pdf.endMarkedContent()
  }

  /** Starts a new page if there is less room than this. Returns whether it did. */
  #makeRoom(height: number): boolean {
    if (this.#y + height <= this.#facts.paper.height - margins.bottom) return false
    this.#addPage()
    this.#aside(this.#facts.running_head, this.#y)
    this.#y += 26
    return true
  }

  #addPage(): void {
    this.#pdf.addPage({ size: [this.#facts.paper.width, this.#facts.paper.height], margin: 0 })
    this.#y = margins.top
  }
}
