import { isRightToLeft, visualRuns } from '@openspot/core/text/bidi.ts'
import { fontsFor, lastResort, readFont, type Weight } from './fonts.ts'

/** The font size in points and the weight of a text. */
export interface Style {
  size: number
  weight: Weight
}

/** A part of a line in one font, drawn as a whole, because its letters may join. */
interface Piece {
  text: string
  font: string
  width: number
}

type Unplaced = Omit<Piece, 'width'>

/** A line in reading order, with its pieces from left to right. */
export interface Line {
  text: string
  pieces: readonly Piece[]
  width: number
}

/** A part of pdfkit's font that its types lack. */
interface LoadedFont {
  font: { hasGlyphForCodePoint(code: number): boolean }
}

/** Makes pdfkit shape the whole run at once. Otherwise it shapes word by word, which breaks right-to-left lines. */
export const wholeRun: PDFKit.Mixins.OpenTypeFeatures[] = ['liga']
const invisible = /[\p{Cc}\p{Cf}]/gu
/** Joiners change the shape of adjacent letters. */
const joiners = /[\u200c\u200d]/u
/** Marks that give neighboring signs a direction. They are not drawn. */
const directionMarks = /[\u200e\u200f]/gu
const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const clustersOf = (text: string) => Array.from(clusters.segment(text), ({ segment }) => segment)
const words = new Intl.Segmenter('en', { granularity: 'word' })
/** Scripts without spaces between words, in which a line may break after any word. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Chooses fonts for the characters of a document and breaks its texts into lines. */
export class TextShaper {
  readonly #pdf: PDFKit.PDFDocument
  readonly #language: string
  readonly #registered = new Set<string>()
  readonly #chosen = new Map<string, string>()
  readonly #widths = new Map<string, number>()

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf
    this.#language = pdf.options.lang ?? ''
  }

  /** Breaks a text into lines of at most this width. A single word that is wider is split. */
  lines(text: string, style: Style, width = Number.POSITIVE_INFINITY): Line[] {
    const clean = text
      .normalize('NFC')
      .replace(/\s+/gu, ' ')
      .replace(invisible, (sign) => (/[\u200c-\u200f]/u.test(sign) ? sign : ''))
      .trim()
    const from_right = isRightToLeft(clean)
    const lines: Line[] = []
    let open = ''
    let taken = 0
    for (const part of this.#parts(clean, style, width)) {
      if (open !== '' && taken + this.#width(part.trimEnd(), style) > width) {
        lines.push(this.#line(open, from_right, style))
        open = ''
        taken = 0
      }
      open += part
      taken += this.#width(part, style)
    }
    return [...lines, this.#line(open, from_right, style)]
  }

  /** Returns the pieces between which a line may break. */
  #parts(text: string, style: Style, width: number): string[] {
    const parts: string[] = []
    for (const { segment } of words.segment(text)) {
      const last = parts.at(-1)
      const isBreak =
        last === undefined || last.endsWith(' ') || (spaceless.test(segment) && spaceless.test(last))
      if (segment !== ' ' && isBreak) parts.push(segment)
      else parts[Math.max(0, parts.length - 1)] = (last ?? '') + segment
    }
    return parts.flatMap((part) => (this.#width(part, style) > width ? clustersOf(part) : [part]))
  }

  #line(text: string, from_right: boolean, style: Style): Line {
    const pieces = visualRuns(text.trimEnd(), from_right).flatMap((run) => {
      const inFonts = this.#inFonts(run.text, style.weight).map((piece) => asDrawn(piece, run.is_rtl))
      return run.is_rtl ? inFonts.toReversed() : inFonts
    })
    const placed = pieces.map((piece) => ({ ...piece, width: this.#widthOf(piece, style.size) }))
    return {
      text: text.replaceAll(directionMarks, ''),
      pieces: placed,
      width: placed.reduce((sum, { width }) => sum + width, 0),
    }
  }

  /** Returns the width of a text on a line of its own, including trailing spaces. */
  #width(text: string, { size, weight }: Style): number {
    const key = `${size} ${weight} ${text}`
    let width = this.#widths.get(key)
    if (width === undefined) {
      width = this.#inFonts(text, weight).reduce((sum, piece) => sum + this.#widthOf(piece, size), 0)
      this.#widths.set(key, width)
    }
    return width
  }

  /** Registers a font if necessary and selects it. */
  use(font: string): PDFKit.PDFDocument {
    if (!this.#registered.has(font)) {
      this.#registered.add(font)
      this.#pdf.registerFont(font, readFont(font))
    }
    return this.#pdf.font(font)
  }

  #widthOf({ text, font }: Unplaced, size: number): number {
    return this.use(font).fontSize(size).widthOfString(text, { features: wholeRun })
  }

  /**
   * Splits a text where the font must change. A character without a script of its own keeps the font of the previous
   * one.
   */
  #inFonts(text: string, weight: Weight): Unplaced[] {
    const pieces: Unplaced[] = []
    for (const segment of clustersOf(text.replaceAll(directionMarks, ''))) {
      const last = pieces.at(-1)
      const reservations =
        last && last.font !== lastResort && /^[\p{Script=Common}\p{Script=Inherited}]+$/u.test(segment)
      const font = reservations && this.#has(last.font, segment) ? last.font : this.#fontFor(segment, weight)
      const shown = this.#has(font, segment) ? segment : '\ufffd'
      if (last?.font === font) last.text += shown
      else pieces.push({ text: shown, font })
    }
    return pieces
  }

  #fontFor(cluster: string, weight: Weight): string {
    const key = `${weight} ${cluster}`
    const known = this.#chosen.get(key)
    if (known !== undefined) return known
    const fonts = fontsFor(cluster, weight, this.#language)
    const font = fonts.find((one) => this.#has(one, cluster)) ?? fonts.at(-1) ?? ''
    this.#chosen.set(key, font)
    return font
  }

  #has(font: string, cluster: string): boolean {
    const { _font } = this.use(font) as unknown as { _font: LoadedFont }
    return Array.from(cluster).every(
      (sign) => joiners.test(sign) || _font.font.hasGlyphForCodePoint(sign.codePointAt(0) ?? 0),
    )
  }
}

/** Returns whether pdfkit reverses the text by itself: right-to-left letters and (wrongly) Arabic digits. */
function isTurned(text: string): boolean {
  const first = /[\p{L}\u0660-\u0669\u06f0-\u06f9]/u.exec(text)?.[0]
  return first !== undefined && (isRightToLeft(first) || !/\p{L}/u.test(first))
}

/** Returns the text to pass to pdfkit so that it is drawn in the right order. */
function asDrawn(piece: Unplaced, is_rtl: boolean): Unplaced {
  if (isTurned(piece.text) === is_rtl) return piece
  return { ...piece, text: clustersOf(piece.text).toReversed().join('') }
}
