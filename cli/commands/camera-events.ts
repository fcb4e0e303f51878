import { listUnread, replayUnread, type UnreadEvents } from '@openspot/api/operations/cameras/replay.sql.ts'
import { realPorts } from '@openspot/api/ports.ts'
import { PlainError } from '@openspot/core/plain-error.ts'
import type { Database } from '@openspot/db/database.ts'
import { withDatabase } from '@openspot/server/app-deps.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'

const use = 'npm run openspot -- camera-events [list | replay [camera ID]]'

/** Lists the events of cameras that could not be read, or has the server read the stored ones again, such as after a fix. */
export async function cameraEvents(args: string[]): Promise<number> {
  const [action = 'list', camera_id, ...more] = args
  const isKnown = action === 'replay' || (action === 'list' && camera_id === undefined)
  if (!isKnown || more.length > 0) throw new PlainError(use)
  if (camera_id !== undefined && !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(camera_id))
    throw new PlainError(`"${camera_id}" is not a camera ID. ${use}`)
  await withDatabase(settingsOfProcess(), async ({ database }) => {
    if (action === 'list') await list(database)
    else await replay(database, camera_id ?? null)
  })
  return 0
}

async function list({ pool }: Database): Promise<void> {
  const rows = await listUnread(pool)
  if (rows.length === 0) console.log('Every event of the cameras was read.')
  for (const row of rows) console.log(lineOf(row))
}

const lineOf = ({ camera_id, kind, reason, count, replayable, last_at, lot_id, camera }: UnreadEvents) =>
  [
    camera_id,
    kind,
    reason,
    `${count} not read`,
    `${replayable} can be read again`,
    `last ${last_at}`,
    `lot=${lot_id}`,
    camera,
  ].join('  ')

async function replay({ db, pool }: Database, camera_id: string | null): Promise<void> {
  const count = await replayUnread(pool, camera_id)
  if (count === 0) return console.log('No event can be read again.')
  await db
    .insertInto('audit_log')
    .values({
      at: realPorts.now().toISOString(),
      actor_role: 'operator',
      action: 'camera.replay',
      subject_kind: 'camera',
      subject_id: camera_id ?? 'all',
      details: JSON.stringify({ count }),
    })
    .execute()
  console.log(
    count === 1
      ? 'The server is reading 1 event again. No gate is opened for it.'
      : `The server is reading ${count} events again. No gate is opened for them.`,
  )
}
