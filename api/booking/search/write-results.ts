import { Price } from '@openspot/contract/booking/quotes.ts'
import type { Output } from '@openspot/contract/call.ts'
import { PublicLot, type searchRoute } from '@openspot/contract/lots/lots.ts'
import type { Locale } from '@openspot/core/text/locales.ts'
import type { FastifyReply } from 'fastify'
import { publicLot } from '../../lots/lots/lots.rules.ts'
import type { LotRow } from '../../lots/lots/lots.sql.ts'

type Results = Output<typeof searchRoute>

/** The lots that the index keeps, as anyone may see them, and their JSON. Both are forgotten with the row. */
const shown = new WeakMap<LotRow, Map<Locale | null, PublicLot>>()
const written = new WeakMap<PublicLot, Buffer>()

/** The same as `publicLot`, made once for each row and language that the lot has. */
export function shownLot(row: LotRow, reader: Locale): PublicLot {
  // Most lots have their texts in one language, so that all readers share one copy.
  const key = Object.keys(row.texts).length === 0 ? null : reader
  const ofRow = shown.get(row) ?? new Map<Locale | null, PublicLot>()
  const known = ofRow.get(key)
  if (known) return known
  const lot = publicLot(row, key)
  shown.set(row, ofRow.set(key, lot))
  return lot
}

/**
 * Returns what writes the results of a search. Lots and prices are written by their schemas, as everything is, but each lot only once;
 * the few fields around them are written here.
 */
export function resultsWriter(reply: FastifyReply): (results: Results) => string {
  const lotText = reply.compileSerializationSchema({ ...PublicLot })
  const priceText = reply.compileSerializationSchema({ ...Price })
  const bytesOf = (lot: PublicLot): Buffer => {
    const known = written.get(lot)
    if (known !== undefined) return known
    // Bytes, because a long text would be encoded for each answer.
    const bytes = Buffer.from(lotText(lot))
    written.set(lot, bytes)
    return bytes
  }
  return ({ items, next_cursor }) => {
    const parts: Buffer[] = []
    let before = '{"items":['
    for (const { lot, distance_m, walk_minutes, free_spots, price } of items) {
      parts.push(Buffer.from(`${before}{"lot":`), bytesOf(lot))
      before = `,"distance_m":${distance_m},"walk_minutes":${walk_minutes},"free_spots":${free_spots},"price":${priceText(price)}},`
    }
    const end = items.length === 0 ? before : before.slice(0, -1)
    parts.push(Buffer.from(`${end}],"next_cursor":${JSON.stringify(next_cursor)}}`))
    // The framework sends bytes as they are; its types only know texts.
    return Buffer.concat(parts) as unknown as string
  }
}
