import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import type { createLotRoute } from '@openspot/contract/lots/new-lots.ts'
import { MAX_NEW_LOTS } from '@openspot/core/lots/trust.ts'
import { centsPerUnit, isCurrency } from '@openspot/core/money/currencies.ts'
import { isZone } from '@openspot/core/time/zone.ts'
import type { Tx } from '@openspot/db/database.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeAudit } from '../../audit.sql.ts'
import { refuse } from '../../errors.ts'
import { readName } from '../../names.ts'
import { callerOf } from '../../plugins/access.ts'
import { secretWord } from '../../ports.ts'
import type { RouteInput } from '../../route-input.ts'
import { trimmedTexts } from './change-lot.ts'
import { countNewLots, insertLotRow, insertOwner, lockCreator } from './create-lot.sql.ts'
import { staffLot } from './settings.rules.ts'
import { getSettings } from './settings.sql.ts'
import { timeZoneAt } from './time-zone-at.ts'

export type NewLot = RouteInput<typeof createLotRoute>['body']

/** Creates a lot owned by the caller. A lot created by a platform admin is trusted from the start. */
export async function createLot(
  app: FastifyInstance,
  request: FastifyRequest,
  body: NewLot,
): Promise<StaffLot> {
  const id = await app.db.transaction().execute((tx) => insertLot(tx, request, body))
  return staffLot(await getSettings(app.db, id), 'SUPER_ADMIN')
}

/** Inserts a new lot and its creator's SUPER_ADMIN membership. Must run in a transaction. Returns the lot id. */
export async function insertLot(tx: Tx, request: FastifyRequest, body: NewLot): Promise<string> {
  const { ports } = request.server
  const { user_id, roles } = callerOf(request)
  const isPlatform = roles.includes('OPENSPOT_ADMIN')
  const { name, time_zone, currency = 'USD', ...rest } = body
  if (!isCurrency(currency)) {
    refuse('request_invalid', {
      field: 'currency',
      message: (t) => t('apiErrors.lot.currencyUnknown', { currency }),
    })
  }
  if (time_zone !== undefined && !isZone(time_zone)) {
    refuse('request_invalid', {
      field: 'time_zone',
      message: (t) => t('apiErrors.lot.timeZoneUnknown', { zone: time_zone }),
    })
  }
  if (!isPlatform) await refuseStrangers(tx, user_id)
  const id = ports.id()
  const now = ports.now()
  const row = {
    ...rest,
    ...trimmedTexts(rest),
    name: readName(name, 120),
    time_zone: time_zone ?? timeZoneAt(body),
    currency,
    cents_per_currency_unit: centsPerUnit(currency),
    trust_level: isPlatform ? ('TRUSTED' as const) : ('NEW' as const),
  }
  const public_id = secretWord(ports)
  await insertLotRow(tx, {
    ...row,
    id,
    public_id,
    created_by_user_id: user_id,
    created_at: now.toISOString(),
  })
  await insertOwner(tx, { id: ports.id(), lot_id: id, user_id }, now)
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
