import { translatorFor } from '@openspot/messages/translator.ts'
import type { Deps } from '../deps.ts'
import { eachByItself, refuseFailed } from '../failures.ts'
import { dispatchNotice } from '../platform/notifications/dispatch.ts'
import { listUnusualHolds } from './watch-holds.sql.ts'

/**
 * This many expired unpaid holds within an hour, if they are at least half of all holds, are unusual, because people
 * pay within a minute or two.
 */
const UNUSUAL = 5

/**
 * Notifies the admins of a lot, at most once a day, that unusually many spots were held without payment within the last
 * hour.
 */
export async function notifyUnusualHolds(
  deps: Pick<Deps, 'database' | 'log' | 'ports' | 'settings'>,
): Promise<void> {
  const { database, log, ports } = deps
  const now = ports.now()
  const found = await listUnusualHolds(database.pool, now, UNUSUAL)
  const idOf = ({ lot_id, user_id }: (typeof found)[number]) => `${lot_id} ${user_id}`
  const task = 'watch_holds'
  const failed = await eachByItself(
    { log, task },
    found,
    idOf,
    ({ lot_id, lot_name, user_id, email, ...one }) => {
      const t = translatorFor(one.language)
      const values = { lot: lot_name, ended: one.ended, held: one.held }
      return database.db.transaction().execute(async (tx) => {
        await dispatchNotice(deps, tx, {
          user_id,
          lot_id,
          kind: 'UNUSUAL_HOLDS',
          about: `${lot_id} ${now.toISOString().slice(0, 10)}`,
          title: t('lotNotices.UNUSUAL_HOLDS.heading', values),
          text: t('lotNotices.UNUSUAL_HOLDS.text', values),
          path: `/lots/${lot_id}/monitor`,
          to_address: email,
          email: { button: t('lotNotices.UNUSUAL_HOLDS.button') },
        })
      })
    },
  )
  refuseFailed(failed, task)
}
