import { awaitsEvidence, type EvidenceFailure } from '@openspot/core/disputes/enums.ts'
import Stripe from 'stripe'
import { isUnsettled } from '../../stripe.ts'
import { applyDispute } from '../payments/disputes.ts'
import type { PaymentDeps } from '../payments/pay.ts'
import { type DisputeNoticeDeps, notifyOfDispute } from './notify-dispute.ts'
import {
  findSending,
  getDisputeFacts,
  readFile,
  setFailed,
  setStripeFile,
  setSubmitted,
} from './sending.sql.ts'

/**
 * Uploads the files of a dispute's evidence and submits it. Each call to the provider has a key derived from our rows, so it happens once
 * however often this runs. Throws if the provider did not answer, so that the job is retried; if it refuses the evidence, staff can
 * correct it and submit it again.
 */
export async function submitEvidence(
  deps: PaymentDeps & DisputeNoticeDeps,
  { dispute_id, lot_id }: { dispute_id: string; lot_id: string },
): Promise<void> {
  const evidence = await findSending(deps.db, dispute_id, lot_id)
  if (!evidence) return
  const { stripe_dispute_id, attempt, files, ...texts } = evidence
  const given = onlyGiven(texts)
  try {
    for (const { id, kind, stripe_file_id } of files)
      given[kind] = stripe_file_id ?? (await upload(deps, id, lot_id))
    const dispute = await deps.stripe.disputes.update(
      stripe_dispute_id,
      { evidence: given, submit: true },
      { idempotencyKey: `evidence:${dispute_id}:${attempt}` },
    )
    await setSubmitted(deps.db, dispute_id, lot_id, deps.ports.now())
    await applyDispute(deps, dispute)
  } catch (error) {
    if (isUnsettled(error) || !(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    deps.log.warn({ event: 'evidence_refused', dispute_id, err: error }, 'evidence refused by the provider')
    await giveBack(deps, { dispute_id, lot_id, attempt }, stripe_dispute_id, given)
  }
  deps.changes.announce(lot_id)
}

async function upload(deps: PaymentDeps, id: string, lot_id: string): Promise<string> {
  const file = await readFile(deps.db, id, lot_id)
  if (!file) throw new Error(`Evidence file ${id} is gone.`)
  const made = await deps.stripe.files.create(
    {
      purpose: 'dispute_evidence',
      file: { data: file.bytes, name: file.name, type: file.content_type },
    },
    { idempotencyKey: `evidence-file:${id}` },
  )
  await setStripeFile(deps.db, id, lot_id, made.id)
  return made.id
}

/** Marks the evidence as not accepted and tells staff, unless the provider has it in truth. */
async function giveBack(
  deps: PaymentDeps & DisputeNoticeDeps,
  { dispute_id, lot_id, attempt }: { dispute_id: string; lot_id: string; attempt: number },
  stripe_dispute_id: string,
  given: Record<string, string>,
): Promise<void> {
  const dispute = await deps.stripe.disputes.retrieve(stripe_dispute_id)
  await applyDispute(deps, dispute)
  if (hasOurs(dispute, given)) return setSubmitted(deps.db, dispute_id, lot_id, deps.ports.now())
  const failure: EvidenceFailure = awaitsEvidence(dispute.status) ? 'REFUSED' : 'TOO_LATE'
  await deps.db.transaction().execute(async (tx) => {
    if (!(await setFailed(tx, dispute_id, lot_id, failure, deps.ports.now()))) return
    const facts = await getDisputeFacts(tx, dispute_id, lot_id)
    await notifyOfDispute(deps, tx, 'EVIDENCE_REFUSED', facts, `${dispute_id}:${attempt}`)
  })
}

/** Whether the bank has exactly this evidence: an earlier attempt arrived, and its answer was lost for longer than its key is kept. */
const hasOurs = ({ evidence, evidence_details }: Stripe.Dispute, given: Record<string, string>): boolean =>
  evidence_details.submission_count > 0 &&
  Object.entries(given).every(([name, value]) =>
    Object.entries(evidence).some(([k, v]) => k === name && v === value),
  )

/** The provider takes an empty text as an order to remove what it has. */
const onlyGiven = (texts: Record<string, string | null>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).flatMap(([name, text]) => (text ? [[name, text]] : [])))
