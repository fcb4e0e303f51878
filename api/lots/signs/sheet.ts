import type { signLayouts } from '@openspot/contract/lots/signs.ts'
import type { Paper } from '@openspot/core/paper.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { openPdf } from '../../money/documents/pdf.ts'
import {
  colors,
  heightOf,
  type Setting,
  type StyleName,
  Typesetter,
} from '../../money/documents/typesetter.ts'
import { qrMatrix, qrPath } from '../short-links/qr.ts'

export interface PrintedSign {
  lot_name: string
  call: string
  spot_label: string | null
  url: string
  /** Small print at the foot for the person who mounts the sign. */
  place: string
}
type Layout = (typeof signLayouts)[number]

interface Form {
  across: number
  down: number
  /** The side of the QR code as a share of the sign's width. */
  code: number
  styles: Record<'lot' | 'call' | 'spot' | 'url' | 'place', StyleName>
  gap: number
}
const forms: Record<Layout, Form> = {
  ONE: {
    across: 1,
    down: 1,
    code: 0.72,
    styles: { lot: 'poster', call: 'display', spot: 'poster', url: 'poster', place: 'small' },
    gap: 18,
  },
  EIGHT: {
    across: 2,
    down: 4,
    code: 0.4,
    styles: { lot: 'strong', call: 'h2', spot: 'strong', url: 'strong', place: 'small' },
    gap: 4,
  },
}
/** The border that printers leave white. */
const margin = 36

/** Returns a PDF of signs to print, with as many per page as the layout has. */
export async function makeSignSheet(
  t: Translate,
  signs: readonly PrintedSign[],
  { layout, title, made_at, paper }: { layout: Layout; title: string; made_at: string; paper: Paper },
): Promise<Buffer> {
  const { pdf, bytes } = await openPdf({ title, language: localeOf(t), made_at })
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const sheet = new Sheet(t, pdf, root, { form: forms[layout], paper })
  signs.forEach((sign, at) => sheet.add(sign, at))
  pdf.end()
  return bytes
}

class Sheet {
  readonly #t: Translate
  readonly #pdf: PDFKit.PDFDocument
  readonly #root: PDFKit.PDFStructureElement
  readonly #form: Form
  readonly #paper: Paper
  readonly #setter: Typesetter

  constructor(
    t: Translate,
    pdf: PDFKit.PDFDocument,
    root: PDFKit.PDFStructureElement,
    { form, paper }: { form: Form; paper: Paper },
  ) {
    this.#t = t
    this.#pdf = pdf
    this.#root = root
    this.#form = form
    this.#paper = paper
    this.#setter = new Typesetter(pdf)
  }

  add(sign: PrintedSign, at: number): void {
    const { across, down } = this.#form
    const on = at % (across * down)
    if (on === 0) this.#addPage()
    const width = (this.#paper.width - 2 * margin) / across
    const height = (this.#paper.height - 2 * margin) / down
    const part = this.#pdf.struct('Sect')
    this.#root.add(part)
    this.#draw(sign, part, {
      x: margin + (on % across) * width,
      y: margin + Math.floor(on / across) * height,
      width,
      height,
    })
  }

  #draw(
    sign: PrintedSign,
    part: PDFKit.PDFStructureElement,
    { x, y, width, height }: { x: number; y: number; width: number; height: number },
  ): void {
    const { styles, code, gap } = this.#form
    const inner = width - 24
    const set = (text: string, style: StyleName) => this.#setter.set(text, style, inner)
    const above = [set(sign.lot_name, styles.lot), set(sign.call, styles.call)]
    if (sign.spot_label !== null)
      above.push(set(this.#t('signSheet.spot', { label: sign.spot_label }), styles.spot))
    const below = [set(sign.url.replace(/^https?:\/\//, ''), styles.url)]
    const foot = set(sign.place, styles.place)
    const texts = [...above, ...below].reduce((sum, setting) => sum + heightOf(setting) + gap, 0)
    const room = height - texts - heightOf(foot) - 3 * gap
    const side = Math.min(code * width, room)
    let top = y + Math.max(gap, (room - side) / 2)
    const write = (setting: Setting, tag: string, color: string) => {
      this.#write(setting, tag, part, { x, y: top, width, color })
      top += heightOf(setting) + gap
    }
    above.forEach((setting, at) =>
      write(setting, at === 0 ? 'H1' : 'P', at === 0 ? colors.brand : colors.ink),
    )
    this.#drawCode(sign.url, part, { x: x + (width - side) / 2, y: top, side })
    top += side + gap
    for (const setting of below) write(setting, 'P', colors.ink)
    this.#write(foot, 'P', part, { x, y: y + height - heightOf(foot) - gap, width, color: colors.quiet })
  }

  /** Writes a setting, horizontally centered. */
  #write(
    setting: Setting,
    tag: string,
    part: PDFKit.PDFStructureElement,
    { x, y, width, color }: { x: number; y: number; width: number; color: string },
  ): void {
    const block = this.#pdf.struct(tag)
    part.add(block)
    let top = y
    for (const line of setting) {
      this.#setter.draw([line], { x: x + (width - line.width) / 2, y: top, color }, block)
      top += heightOf([line])
    }
  }

  #drawCode(
    url: string,
    part: PDFKit.PDFStructureElement,
    { x, y, side }: { x: number; y: number; side: number },
  ): void {
    const matrix = qrMatrix(url)
    const draw = () => {
      this.#pdf
        .save()
        .translate(this.#setter.place(x, side), y)
        .scale(side / matrix.side)
        .path(qrPath(matrix))
        .fill('#000000')
        .restore()
    }
    part.add(this.#pdf.struct('Figure', { alt: this.#t('signSheet.code', { url }) }, [draw]))
  }

  /** Adds a page with thin cutting lines between its signs. */
  #addPage(): void {
    const { across, down } = this.#form
    this.#pdf.addPage({ size: [this.#paper.width, this.#paper.height], margin: 0 })
    const [left, top] = [margin, margin]
    const [right, bottom] = [this.#paper.width - margin, this.#paper.height - margin]
    if (across * down === 1) return
    this.#pdf.markContent('Artifact', { type: 'Layout' })
    for (let n = 0; n <= across; n += 1) {
      const x = left + (n * (right - left)) / across
      this.#pdf.moveTo(x, top).lineTo(x, bottom)
    }
    for (let n = 0; n <= down; n += 1) {
      const y = top + (n * (bottom - top)) / down
      this.#pdf.moveTo(left, y).lineTo(right, y)
    }
    this.#pdf.lineWidth(0.4).dash(3, { space: 3 }).stroke(colors.rule).undash()
    this.#pdf.endMarkedContent()
  }
}
