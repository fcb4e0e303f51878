import { directionOf } from '@openspot/messages/locales.ts'
import { type Line, type Style, TextShaper, wholeRun } from './text-shaper.ts'

export const colors = { ink: '#0f141a', quiet: '#5a6675', rule: '#d9dee5', brand: '#1f5fd6' }

const styles = {
  // For signs, which are read from a distance.
  display: { size: 40, weight: 700 },
  poster: { size: 24, weight: 700 },
  brand: { size: 11, weight: 700 },
  h1: { size: 22, weight: 700 },
  h2: { size: 12, weight: 700 },
  text: { size: 10, weight: 400 },
  strong: { size: 10, weight: 700 },
  small: { size: 8.5, weight: 400 },
} as const satisfies Record<string, Style>
export type StyleName = keyof typeof styles
const leading = 1.4

/** A cell: its text, optionally with smaller lines below it. */
export type Cell = string | { text: string; below: readonly string[] }

/** A text broken into lines. */
export type Setting = readonly (Line & { style: StyleName })[]

export interface TextPosition {
  x: number
  y: number
  color: string
  /** Aligned to the right edge of this width. */
  flush?: number
}

export const heightOf = (setting: Setting): number =>
  setting.reduce((sum, { style }) => sum + styles[style].size * leading, 0)

/** Scripts whose letters are drawn in reading order and do not join. */
const plain =
  /^[\p{Script=Common}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]*$/u

/** Breaks texts into lines and draws them. In a document of a language that is read from right to left, pages are mirrored. */
export class Typesetter {
  readonly #pdf: PDFKit.PDFDocument
  readonly #lettering: TextShaper
  readonly #isMirrored: boolean

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
    this.#lettering = new TextShaper(pdf)
    this.#isMirrored = directionOf(pdf.options.lang ?? '') === 'rtl'
  }

  set(cell: Cell, style: StyleName, width: number): Setting {
    const { text, below } = typeof cell === 'string' ? { text: cell, below: [] } : cell
    const lines = (words: string, of: StyleName) =>
      this.#lettering.lines(words, styles[of], width).map((line) => ({ ...line, style: of }))
    return [...lines(text, style), ...below.flatMap((words) => lines(words, 'small'))]
  }

  /** Returns where something of this width begins that would begin at `x` in a document that is read from left to right. */
  place(x: number, width: number): number {
    return this.#isMirrored ? this.#pdf.page.width - x - width : x
  }

  /** Draws a setting as the content of a structure element, or as decoration if it is null. */
  draw(
    setting: Setting,
    { x, y, color, flush }: TextPosition,
    part: PDFKit.PDFStructureElement | null,
  ): void {
    let top = y
    for (const line of setting) {
      const { size } = styles[line.style]
      const from = this.place(flush === undefined ? x : x + flush - line.width, line.width)
      const baseline = top + size * 1.1
      const draw = () => {
        this.#pdf.fillColor(line.style === 'small' ? colors.quiet : color)
        this.#drawLine(line, from, baseline, size)
      }
      if (part === null) draw()
      else this.#readAs(line, part).add(draw)
      top += size * leading
    }
  }

  /** Adds an ActualText to text that is drawn in another order than it is read, or with joined letters. */
  #readAs({ text, pieces }: Line, part: PDFKit.PDFStructureElement): PDFKit.PDFStructureElement {
    const isPlain = plain.test(text) && pieces.map((piece) => piece.text).join('') === text.trimEnd()
    if (isPlain) return part
    const span = this.#pdf.struct('Span', { actual: text })
    part.add(span)
    return span
  }

  #drawLine({ pieces }: Line, x: number, baseline: number, size: number): void {
    let at = x
    for (const { text, font, width } of pieces) {
      this.#lettering
        .use(font)
        .fontSize(size)
        .text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic', features: wholeRun })
      at += width
    }
  }
}
