import type { noticePapers } from '@openspot/contract/operations/fines.ts'
import { formatMoney } from '@openspot/core/money/money.ts'
import { type Paper, paperIn } from '@openspot/core/paper.ts'
import { formatInFullWithZone } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { qrMatrix, qrPath } from '../../lots/short-links/qr.ts'
import { openPdf } from '../../money/documents/pdf.ts'
import {
  colors,
  heightOf,
  type Setting,
  type StyleName,
  Typesetter,
} from '../../money/documents/typesetter.ts'
import type { FineRow } from './fines.sql.ts'

type NoticePaper = (typeof noticePapers)[number]

/** Thermal printers print on 72 of 80 mm. A strip is as long as its content. */
const strip = { width: 226.77, margin: 12, code: 150 }
const page = { margin: 56, width: 380, code: 190 }
const gap = 8

/** One part of the notice from top to bottom. */
type Block =
  | { kind: 'text'; tag: 'H1' | 'P'; setting: Setting; color: string; after: number }
  | { kind: 'code'; side: number }

/** Makes the notice for the windshield. The same fine produces the same bytes. */
export async function makeFineNotice(
  t: Translate,
  fine: FineRow,
  { paper, public_url }: { paper: NoticePaper; public_url: string },
): Promise<{ file_name: string; bytes: Buffer }> {
  const title = t(`fines.notice.${fine.amount_cents === 0 ? 'warning' : 'fine'}`)
  const { pdf, bytes } = await openPdf({
    title: `${title} · ${fine.plate}`,
    language: localeOf(t),
    made_at: fine.created_at,
  })
  const isStrip = paper === 'THERMAL'
  const sheet = isStrip ? null : paperIn(fine.country)
  const width = isStrip ? strip.width - 2 * strip.margin : page.width
  const url = `${public_url}/f/${fine.code}`
  const setter = new Typesetter(pdf)
  const blocks = blocksOf(t, fine, { title, url, setter, width, code: isStrip ? strip.code : page.code })
  const height = blocks.reduce((sum, block) => sum + heightOfBlock(block), 0)
  const size: Paper = sheet ?? { width: strip.width, height: height + 2 * strip.margin }
  pdf.addPage({ size: [size.width, size.height], margin: 0 })
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const x = (size.width - width) / 2
  let y: number = isStrip ? strip.margin : page.margin
  for (const block of blocks) {
    if (block.kind === 'code')
      drawCode(pdf, root, t, url, { x: x + (width - block.side) / 2, y, side: block.side })
    else {
      const part = pdf.struct(block.tag)
      root.add(part)
      setter.draw(block.setting, { x, y, color: block.color }, part)
    }
    y += heightOfBlock(block)
  }
  pdf.end()
  return { file_name: `notice-${fine.plate.replaceAll(/[^A-Z0-9]/g, '')}.pdf`, bytes: await bytes }
}

const heightOfBlock = (block: Block): number =>
  block.kind === 'code' ? block.side + gap : heightOf(block.setting) + block.after

function blocksOf(
  t: Translate,
  fine: FineRow,
  {
    title,
    url,
    setter,
    width,
    code,
  }: { title: string; url: string; setter: Typesetter; width: number; code: number },
): Block[] {
  const saying = { zone: fine.time_zone, locale: localeOf(t) }
  const text = (
    words: string,
    style: StyleName = 'text',
    more: { tag?: 'H1'; color?: string; after?: number } = {},
  ): Block => ({
    kind: 'text',
    tag: more.tag ?? 'P',
    setting: setter.set(words, style, width),
    color: more.color ?? colors.ink,
    after: more.after ?? gap,
  })
  const fact = (name: string, value: string): Block[] => [
    text(name, 'small', { color: colors.quiet, after: 0 }),
    text(value, 'strong'),
  ]
  const isWarning = fine.amount_cents === 0
  const money = (cents: number) => formatMoney(cents, fine.currency, saying.locale)
  const next = fine.explanation.amounts_cents[0] ?? 0
  return [
    text(fine.lot_name, 'brand', { color: colors.brand, after: 0 }),
    ...(fine.lot_address === null ? [] : [text(fine.lot_address, 'small')]),
    text(title, 'h1', { tag: 'H1' }),
    text(`${fine.plate}${fine.region ? ` (${fine.region})` : ''}`, 'poster'),
    ...fact(t('fines.notice.reason'), t(`fines.reasons.${fine.reason}`)),
    ...fact(t('fines.notice.seen'), formatInFullWithZone(fine.seen_at, saying)),
    ...(fine.spot_label === null ? [] : fact(t('fines.notice.spot'), fine.spot_label)),
    ...(isWarning ? [] : fact(t('fines.notice.amount'), money(fine.amount_cents))),
    ...(fine.due_at === null ? [] : fact(t('fines.notice.due'), formatInFullWithZone(fine.due_at, saying))),
    ...fact(t('fines.notice.appealUntil'), formatInFullWithZone(fine.appeal_until, saying)),
    ...(isWarning ? [text(t('fines.notice.noPayment', { amount: money(next) }))] : []),
    text(t(isWarning ? 'fines.notice.howWarning' : 'fines.notice.how'), 'strong'),
    { kind: 'code', side: code },
    text(t('fines.notice.type'), 'small', { after: 0 }),
    text(url.replace(/^https?:\/\//, ''), 'strong'),
    text(t('fines.notice.fair')),
    text(t('fines.notice.evidence', { hash: fine.evidence_hash }), 'small', { color: colors.quiet }),
  ]
}

function drawCode(
  pdf: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  t: Translate,
  url: string,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  const matrix = qrMatrix(url)
  const draw = () => {
    pdf
      .save()
      .translate(x, y)
      .scale(side / matrix.side)
      .path(qrPath(matrix))
      .fill('#000000')
      .restore()
  }
  root.add(pdf.struct('Figure', { alt: t('fines.notice.code', { url }) }, [draw]))
}
