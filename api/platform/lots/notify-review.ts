import type { LotReviewNoticeKind, LotTrustLevel } from '@openspot/core/enums.ts'
import type { Tx } from '@openspot/db/database.ts'
import { translatorFor } from '@openspot/messages/translator.ts'
import type { FastifyInstance } from 'fastify'
import { listOwners, listPlatformAdmins, type Recipient } from '../../people/recipients/recipients.sql.ts'
import { dispatchNotice } from '../notifications/dispatch.ts'

type Deps = Pick<FastifyInstance, 'ports' | 'settings'>
interface About {
  lot_id: string
  lot_name: string
  reason: string
  path: string
}

const decisionKinds: Record<LotTrustLevel, LotReviewNoticeKind> = {
  TRUSTED: 'LOT_APPROVED',
  BLOCKED: 'LOT_BLOCKED',
  NEW: 'LOT_REVIEWED_AGAIN',
}

/** Notifies the platform admins of a lot that waits for their review, in the transaction that created it. */
export async function notifyOfNewLot(
  deps: Deps,
  tx: Tx,
  lot: { lot_id: string; lot_name: string },
): Promise<void> {
  const about = { ...lot, reason: '', path: '/platform/lots?trust_level=NEW' }
  await write(deps, tx, 'LOT_WAITING', about, await listPlatformAdmins(tx))
}

/** Notifies the owners of a lot of a decision, in its transaction. */
export async function notifyOfDecision(
  deps: Deps,
  tx: Tx,
  trust_level: LotTrustLevel,
  { lot_id, lot_name, reason }: Omit<About, 'path'>,
): Promise<void> {
  const about = { lot_id, lot_name, reason, path: `/lots/${lot_id}/setup` }
  await write(deps, tx, decisionKinds[trust_level], about, await listOwners(tx, lot_id))
}

async function write(
  deps: Deps,
  tx: Tx,
  kind: LotReviewNoticeKind,
  { lot_id, lot_name, reason, path }: About,
  people: readonly Recipient[],
): Promise<void> {
  for (const { id, email, language } of people) {
    const t = translatorFor(language)
    const facts = { lot: lot_name, reason }
    await dispatchNotice(deps, tx, {
      user_id: id,
      lot_id,
      kind,
      about: '',
      title: t(`lotReviews.${kind}.heading`, facts),
      text: t(`lotReviews.${kind}.text`, facts),
      path,
      to_address: email,
      email: { subject: t(`lotReviews.${kind}.subject`), button: t(`lotReviews.${kind}.button`) },
    })
  }
}
