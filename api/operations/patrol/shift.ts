import { createHmac } from 'node:crypto'
import type { PatrolShift, ShiftData } from '@openspot/contract/operations/patrol.ts'
import { ENDED_HOURS, SHIFT_HOURS } from '@openspot/core/patrol/limits.ts'
import { lookAlikeText, plateText } from '@openspot/core/plates/hashed.ts'
import type { FastifyInstance } from 'fastify'
import { minuteOf } from '../../booking/availability/moments.rules.ts'
import { loadBoard } from '../../booking/monitor/board.ts'
import type { Secrets } from '../../secrets.ts'
import { listRightsAhead, type RightAhead } from './rights-ahead.sql.ts'
import { getShiftOfLot } from './shift.sql.ts'

const hourMs = 3_600_000
/** 72 bits: among ten thousand rights, two of different plates share a hash once in 10^14 shifts. */
const HASH_CHARACTERS = 12

/** Returns what the device of a patroller needs until its shift ends; without the data if it has that version. */
export async function loadShift(
  app: Pick<FastifyInstance, 'db' | 'pool' | 'ports' | 'secrets'>,
  of: { lot_id: string; user_id: string; shift_id: string; version: string | undefined },
): Promise<PatrolShift> {
  const now = app.ports.now()
  const until = new Date(now.getTime() + SHIFT_HOURS * hourMs)
  const [{ fine_terms, zone_ids, zones, tasks, ...lot }, board, rights] = await Promise.all([
    getShiftOfLot(app.pool, of.lot_id),
    loadBoard(app, of.lot_id, minuteOf(now)),
    listRightsAhead(app.pool, {
      lot_id: of.lot_id,
      now,
      until,
      ended_after: new Date(now.getTime() - ENDED_HOURS * hourMs),
    }),
  ])
  const rest: Omit<ShiftData, 'rights'> = {
    lot,
    zones,
    spots: board.map(({ id, label, type, level, state, until, next }) => {
      return {
        id,
        label,
        type,
        level,
        zone_id: zone_ids[id] ?? null,
        state,
        until,
        next_starts_at: next?.starts_at ?? null,
      }
    }),
    tasks,
    fine_reasons: fine_terms?.reasons ?? [],
  }
  const hash_key = app.secrets.sign('patrol shift', JSON.stringify([of.lot_id, of.user_id, of.shift_id]))
  const version = versionOf(
    app.secrets,
    of,
    createHmac('sha256', hash_key)
      .update(JSON.stringify([rights, rest]))
      .digest('base64url'),
  )
  const isKnown = version === of.version
  return {
    as_of: now.toISOString(),
    known_until: until.toISOString(),
    hash_key,
    version,
    data: isKnown ? null : { rights: rights.map(hashedWith(hash_key)), ...rest },
  }
}

interface Shift {
  lot_id: string
  user_id: string
  shift_id: string
}

/** The device has the key of the hashes, so a version is signed with one that it doesn't have. */
const versionOf = (secrets: Secrets, { lot_id, user_id, shift_id }: Shift, hash: string): string =>
  `${hash}.${secrets.sign('patrol version', JSON.stringify([lot_id, user_id, shift_id, hash]))}`

/** Whether this server gave the version to this person for this shift, whose start is audited then. */
export const isVersionOf = (secrets: Secrets, shift: Shift, version: string): boolean =>
  version === versionOf(secrets, shift, version.split('.')[0] ?? '')

function hashedWith(hash_key: string) {
  const key = Buffer.from(hash_key, 'base64url')
  const hash = (text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, HASH_CHARACTERS)
  return ({ plate_normalized, ...right }: RightAhead): ShiftData['rights'][number] => ({
    plate_hash: hash(plateText(plate_normalized)),
    look_alike_hash: hash(lookAlikeText(plate_normalized)),
    ...right,
  })
}
