import { nextCheckAt } from '@openspot/core/fines/check-again.ts'
import { refutes } from '@openspot/core/fines/rights.ts'
import { refundReasons } from '@openspot/core/invoices/refund-reasons.ts'
import { matchOf } from '@openspot/core/plates/match.ts'
import { writeOwnAudit } from '../../audit.sql.ts'
import { eachByItself, Tried } from '../../failures.ts'
import type { PaymentDeps } from '../../money/payments/pay.ts'
import { rightsOfPlate } from '../plates/look-up.ts'
import { voidFine } from './fine-changes.sql.ts'
import { listCorrectedPlates, listFinesToCheck, setCheckAt } from './void-rightful.sql.ts'

type CheckedFine = Awaited<ReturnType<typeof listFinesToCheck>>[number]
type CorrectedPlate = Awaited<ReturnType<typeof listCorrectedPlates>>[number]
type CheckDeps = Pick<PaymentDeps, 'db' | 'pool' | 'ports' | 'log' | 'changes'>

/**
 * Voids the fines for which a right to park turned out to have existed: staff entered the reservation afterwards, or its
 * plate was corrected. What was paid is refunded, and the driver is notified.
 */
export async function voidRightfulFines(deps: CheckDeps, tried = new Tried()): Promise<void> {
  const due = await listFinesToCheck(deps.pool, deps.ports.now(), tried.ids())
  await eachByItself(
    { log: deps.log, task: 'check_fine', tried },
    due,
    ({ id }) => id,
    (fine) => check(deps, fine),
  )
}

async function check(deps: CheckDeps, fine: CheckedFine): Promise<void> {
  const now = deps.ports.now()
  const spot_label = await rightOf(deps, fine, now)
  if (spot_label === null) {
    await deps.db.transaction().execute((tx) => setCheckAt(tx, fine.id, nextCheckAt(now, fine)))
    return
  }
  await deps.db.transaction().execute(async (tx) => {
    const isVoided = await voidFine(tx, now, {
      fine_id: fine.id,
      reason: 'RIGHT_FOUND',
      note: null,
      user_id: null,
      refund_id: deps.ports.id(),
      refund_reason: refundReasons.fine_right_found,
    })
    if (!isVoided) return
    await writeOwnAudit(tx, now, {
      lot_id: fine.lot_id,
      action: 'fine.void',
      subject_kind: 'fine',
      subject_id: fine.id,
      details: { reason: 'RIGHT_FOUND', spot_label },
    })
  })
  deps.changes.announce(fine.lot_id)
}

/**
 * Whether a plate that its owner changed was a slip: the old and the new one look alike, or differ by one character or
 * the region. Any other change may name a second vehicle, and gives it no right afterwards.
 */
const isSlip = (one: CorrectedPlate): boolean =>
  matchOf(
    { plate_normalized: one.before_plate, region: one.before_region },
    { plate_normalized: one.plate, region: one.region },
  ) !== null

/** Returns the spot of a right that the vehicle had at the moment of the violation, as it is known now. */
async function rightOf({ pool }: CheckDeps, fine: CheckedFine, now: Date): Promise<string | null> {
  const of = { lot_id: fine.lot_id, plate_normalized: fine.plate_normalized, region: fine.region }
  const rights = await rightsOfPlate(pool, { ...of, at: new Date(fine.seen_at) }, now)
  const known = rights.find(
    ({ match, spot_label }) => match === 'EXACT' && refutes(fine.reason, spot_label, fine.spot_label),
  )
  if (known) return known.spot_label
  const corrected = (await listCorrectedPlates(pool, fine.lot_id, fine.seen_at)).find(
    (one) =>
      matchOf(of, { plate_normalized: one.plate, region: one.region }) === 'EXACT' &&
      refutes(fine.reason, one.spot_label, fine.spot_label) &&
      (one.is_by_staff || isSlip(one)),
  )
  return corrected?.spot_label ?? null
}
