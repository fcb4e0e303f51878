import { REMIND_DAYS_BEFORE, reminderOf } from '@openspot/core/fines/reminders.ts'
import { eachByItself } from '../../failures.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { findFine } from './fines.sql.ts'
import { listDriversOfFine, listFinesDue } from './notify-fine.sql.ts'
import { type NoticeDeps, notify } from './notify-fine.ts'

/**
 * Reminds drivers of unpaid fines some days before they are due, and on the day itself. Each is sent once for a due date: a
 * declined appeal may set a later one, of which the driver is reminded again. While an appeal is open, nothing is.
 */
export async function remindOfFines(deps: NoticeDeps & Pick<PaymentDeps, 'log'>): Promise<void> {
  const fines = await listFinesDue(deps.pool, deps.ports.now(), REMIND_DAYS_BEFORE)
  await eachByItself(
    { log: deps.log, task: 'remind_of_fine' },
    fines,
    ({ id }) => id,
    async (due) => {
      const kind = reminderOf(deps.ports.now(), due)
      if (kind === null) return
      const fine = await findFine(deps.pool, due.id, deps.ports.now())
      if (!fine) return
      const people = await listDriversOfFine(deps.pool, due.id)
      const to = people.filter(({ part }) => part === 'DRIVER')
      await notify(deps, fine, { about: `${due.id} ${due.due_at}`, kind, to })
    },
  )
}
