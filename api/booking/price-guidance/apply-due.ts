import { hourKey } from '@openspot/core/price-guidance/suggest.ts'
import { nextApply } from '@openspot/core/price-guidance/weekly-prices.ts'
import type { Settings } from '@openspot/core/settings.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyInstance } from 'fastify'
import { writeOwnAudit } from '../../audit.sql.ts'
import { eachByItself, refuseFailed } from '../../failures.ts'
import type { Log } from '../../log.ts'
import { listOwners } from '../../people/recipients/recipients.sql.ts'
import { adviseLot } from './advise-lot.ts'
import { applyHours } from './change-guidance.ts'
import { notifyOfPrices } from './notify-of-prices.ts'
import { listDueGuidance, lockGuidance, scheduleGuidance } from './price-guidance.sql.ts'

type DueDeps = Pick<FastifyInstance, 'db' | 'pool' | 'ports' | 'changes'> & { log: Log; settings: Settings }

/** Applies the suggestions of the lots that are due. Called every hour, because Monday begins at different times. */
export async function applyDueGuidance(deps: DueDeps): Promise<void> {
  const due = await listDueGuidance(deps.pool, deps.ports.now())
  const failed = await eachByItself(
    { log: deps.log, task: 'apply_price_guidance' },
    due,
    ({ lot_id }) => lot_id,
    ({ lot_id }) => applyDue(deps, lot_id),
  )
  refuseFailed(failed, 'apply_price_guidance')
}

/** Applies all suggestions of a lot once for each time that it is due, however often this runs. */
async function applyDue(deps: DueDeps, lot_id: string): Promise<void> {
  const now = deps.ports.now()
  const advice = await adviseLot(deps, lot_id)
  const chosen = new Map(
    advice.hours.flatMap((hour) =>
      hour.suggested_bps === null ? [] : [[hourKey(hour), hour.suggested_bps] as const],
    ),
  )
  await deps.db.transaction().execute(async (tx) => {
    const { next_apply_at = null } = (await lockGuidance(tx, lot_id)) ?? {}
    if (next_apply_at === null || Date.parse(next_apply_at) > now.getTime()) return
    const owners = await listOwners(tx, lot_id)
    const [owner] = owners
    if (chosen.size > 0 && owner && advice.lot.takes_bookings) {
      const audit: Parameters<typeof applyHours>[3]['audit'] = (t, entry) =>
        writeOwnAudit(t, now, { ...entry, lot_id })
      const actor = { user_id: owner.id, t: translatorFor(owner.language), audit }
      const change = await applyHours(deps, tx, { advice, chosen, is_scheduled: true }, actor)
      // Someone changed prices just now: the next hour looks again.
      if (!change) return
      await notifyOfPrices(deps, tx, { lot_id, lot_name: advice.lot.name, change }, owners)
    }
    const at = minutesOf(now.toISOString())
    await scheduleGuidance(tx, lot_id, nextApply(advice.lot.time_zone, at))
  })
  deps.changes.announce(lot_id)
}
