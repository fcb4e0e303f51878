import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import type { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { MAX_NEW_LOTS } from '@openspot/core/lots/trust.ts'
import { centsPerUnit } from '@openspot/core/money/currencies.ts'
import type { Tx } from '@openspot/db/database.ts'
import { defaultLocale } from '@openspot/messages/locales.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { readName } from '../../names.ts'
import { notifyOfNewLot } from '../../platform/lots/notify-review.ts'
import { callerOf } from '../../plugins/access.ts'
import { translatorOf } from '../../plugins/locale.ts'
import { secretWord } from '../../ports.ts'
import type { RouteInput } from '../../route-input.ts'
import { deleteDrafts } from '../drafts/drafts.sql.ts'
import { textsOf, trimmedTexts } from './change-lot.ts'
import { countNewLots, insertDefaultRules, insertLotRow, insertOwner, lockCreator } from './create-lot.sql.ts'
import { checkCodes, checkOutline, checkTexts, contactOf, staffLot } from './settings.rules.ts'
import { getSettings } from './settings.sql.ts'
import { timeZoneAt } from './time-zone-at.ts'

export type NewLot = RouteInput<typeof createLotRoute>['body']

/** Creates a lot owned by the caller. A lot of a platform admin is trusted from the start. */
export async function createLot(
  app: FastifyInstance,
  request: FastifyRequest,
  body: NewLot,
): Promise<StaffLot> {
  const { user_id } = callerOf(request)
  const rules = { id: app.ports.id(), name: translatorOf(request)('ruleSets.firstName'), user_id }
  const id = await app.db.transaction().execute(async (tx) => {
    const lot_id = await insertLot(tx, request, body)
    await insertDefaultRules(tx, { ...rules, lot_id }, app.ports.now())
    await deleteDrafts(tx, user_id)
    return lot_id
  })
  return staffLot(await getSettings(app.db, id), 'SUPER_ADMIN')
}

/** Inserts a new lot and its creator's SUPER_ADMIN membership. Must run in a transaction. Returns the lot id. */
export async function insertLot(tx: Tx, request: FastifyRequest, body: NewLot): Promise<string> {
  const { ports, settings } = request.server
  const { user_id, roles } = callerOf(request)
  const isPlatform = roles.includes('OPENSPOT_ADMIN')
  const isTrusted = isPlatform || settings.trust_new_lots
  const { name, time_zone, currency = 'USD', ...rest } = body
  checkCodes({ ...body, currency })
  checkOutline(body.boundary, body)
  const texts = textsOf(body.texts ?? {})
  checkTexts({ language: body.language ?? defaultLocale, texts })
  if (!isPlatform) await refuseStrangers(tx, user_id)
  const id = ports.id()
  const now = ports.now()
  const row = {
    ...rest,
    ...trimmedTexts(rest),
    texts,
    ...contactOf(rest, rest.country ?? 'US'),
    name: readName(name, 120),
    time_zone: time_zone ?? (await timeZoneAt(body)),
    currency,
    cents_per_currency_unit: centsPerUnit(currency),
    trust_level: isTrusted ? ('TRUSTED' as const) : ('NEW' as const),
  }
  const public_id = secretWord(ports)
  await insertLotRow(tx, {
    ...row,
    texts: JSON.stringify(texts),
    boundary: body.boundary ? JSON.stringify(body.boundary) : null,
    id,
    public_id,
    created_by_user_id: user_id,
    created_at: now.toISOString(),
  })
  await insertOwner(tx, { id: ports.id(), lot_id: id, user_id }, now)
  if (!isTrusted) await notifyOfNewLot(request.server, tx, { lot_id: id, lot_name: row.name })
  await writeAudit(tx, request, {
    action: 'lot.create',
    subject_kind: 'lot',
    subject_id: id,
    lot_id: id,
    details: { after: row },
  })
  return id
}

/**
 * A lot collects money for its owner, so the owner must be reachable and may create only a few lots before the first is
 * reviewed.
 */
async function refuseStrangers(tx: Tx, user_id: string): Promise<void> {
  // The user's row is locked so that lots created at the same time count each other.
  if ((await lockCreator(tx, user_id)) === null) {
    refuse('forbidden', {
      message: (t) => t('apiErrors.lot.verifyFirst'),
    })
  }
  if ((await countNewLots(tx, user_id)) >= MAX_NEW_LOTS) refuse('lots_waiting')
}
