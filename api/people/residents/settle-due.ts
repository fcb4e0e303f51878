import type { FastifyInstance } from 'fastify'
import type { ChangeBus } from '../../changes.ts'
import { eachByItself, refuseFailed } from '../../failures.ts'
import type { Log } from '../../log.ts'
import { listDueResidents } from './residents.sql.ts'
import { type SettleDeps, settleResident } from './settle.ts'

type DueDeps = SettleDeps & Pick<FastifyInstance, 'db'> & { log: Log; changes: ChangeBus }

/** Settles the residents whose next day has come. Called every quarter of an hour, because days begin at different times. */
export async function settleDueResidents(deps: DueDeps): Promise<void> {
  const due = await listDueResidents(deps.db, deps.ports.now())
  const failed = await eachByItself(
    { log: deps.log, task: 'settle_resident' },
    due,
    ({ id }) => id,
    async ({ id, lot_id }) => {
      await deps.db.transaction().execute((tx) => settleResident(deps, tx, id))
      deps.changes.announce(lot_id)
    },
  )
  refuseFailed(failed, 'settle_residents')
}
