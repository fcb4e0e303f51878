import { hourKey, hoursOfWeek } from '@openspot/core/price-guidance/suggest.ts'
import {
  firstTimes,
  type GuidedHours,
  type WeeklyPrice,
  weeklyPrices,
} from '@openspot/core/price-guidance/weekly-prices.ts'
import type { QuoteUnit } from '@openspot/core/quote/types.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localParts } from '@openspot/core/time/zone.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import type { Action } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import type { Ports } from '../../ports.ts'
import { readPrice, toPrice } from '../prices/prices.rules.ts'
import { findPrice, insertPrice, type PriceRow, updatePrice } from '../prices/prices.sql.ts'

/** Guidance changes what an hour costs, and not days or months. */
export const guidedUnits: QuoteUnit[] = ['HOUR', 'HALF_HOUR']

/** On whose behalf prices are changed, and how that is recorded. */
export interface Actor {
  user_id: string
  /** Writes the names that drivers read in the lines of a price. */
  t: Translate
  audit: (tx: Tx, entry: Action) => Promise<void>
}

interface Layout {
  lot_id: string
  time_zone: string
  /** The calendar prices of guidance, locked. */
  stored: readonly PriceRow[]
  hours: GuidedHours
  now: Date
}

/**
 * Changes the calendar prices of guidance so that they add exactly this in each hour of the week: equal ones are kept, those with
 * the same times get another percentage, and the rest are created or deleted. Must run in the transaction that locked them.
 */
export async function layPrices(
  tx: Tx,
  ports: Pick<Ports, 'id'>,
  { lot_id, time_zone, stored, hours, now }: Layout,
  actor: Actor,
): Promise<void> {
  const at = now.toISOString()
  const left = new Map(stored.map((row) => [timesOf(time_zone, row), row]))
  for (const price of weeklyPrices(hours)) {
    const key = timesKey(price)
    const old = left.get(key)
    left.delete(key)
    if (old?.percent_bps === price.percent_bps) continue
    const columns = columnsOf(time_zone, price, actor.t, now)
    if (old) {
      const { name, percent_bps } = columns
      await updatePrice(tx, old.id, { name, percent_bps, changed_at: at })
      const details = { before: toPrice(old), after: await shownPrice(tx, old.id) }
      await actor.audit(tx, { action: 'calendar_price.change', ...subjectOf(old.id), details })
      continue
    }
    const id = await insertPrice(tx, {
      id: ports.id(),
      lot_id,
      ...columns,
      is_guidance: true,
      created_by_user_id: actor.user_id,
      created_at: at,
      changed_at: at,
    })
    const details = { after: await shownPrice(tx, id) }
    await actor.audit(tx, { action: 'calendar_price.create', ...subjectOf(id), details })
  }
  for (const old of left.values()) {
    await updatePrice(tx, old.id, { deleted_at: at, changed_at: at })
    await actor.audit(tx, {
      action: 'calendar_price.delete',
      ...subjectOf(old.id),
      details: { before: toPrice(old) },
    })
  }
}

const subjectOf = (id: string) => ({ subject_kind: 'calendar_price', subject_id: id })
const shownPrice = async (tx: Tx, id: string) => toPrice((await findPrice(tx, id)) ?? refuse('not_found'))

const timesKey = ({ weekdays, from_hour, until_hour }: Omit<WeeklyPrice, 'percent_bps'>) =>
  `${weekdays.join()} ${from_hour} ${until_hour}`

function timesOf(zone: string, { starts_at, ends_at, weekdays }: PriceRow): string {
  const until_hour = localParts(zone, minutesOf(ends_at)).hour || 24
  return timesKey({
    weekdays: [...weekdays],
    from_hour: localParts(zone, minutesOf(starts_at)).hour,
    until_hour,
  })
}

function columnsOf(zone: string, price: WeeklyPrice, t: Translate, now: Date) {
  const { weekdays, percent_bps } = price
  const read = readPrice(
    zone,
    {
      name: percent_bps > 0 ? t('priceGuidance.busyName') : t('priceGuidance.quietName'),
      ...firstTimes(zone, Math.floor(minutesOf(now.toISOString())), price),
      repeat_frequency: 'WEEKLY',
      weekdays,
      percent_bps,
      units: guidedUnits,
    },
    now,
  )
  return { ...read, weekdays: [...read.weekdays] }
}

/** Returns the hours with what guidance adds moved into the bounds. */
export function withinBounds(
  hours: GuidedHours,
  { lowest_bps, highest_bps }: { lowest_bps: number; highest_bps: number },
): Map<string, number> {
  return new Map(
    hoursOfWeek.flatMap((at) => {
      const key = hourKey(at)
      const bps = Math.min(highest_bps, Math.max(lowest_bps, hours.get(key) ?? 0))
      return bps === 0 ? [] : [[key, bps] as const]
    }),
  )
}
