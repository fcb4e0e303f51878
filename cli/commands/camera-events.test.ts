import { realPorts } from '@openspot/api/ports.ts'
import { aLot } from '@openspot/api/testing/factories/lots.ts'
import { connectDatabase } from '@openspot/db/database.ts'
import { expect, test } from 'vitest'
import { commandOnDatabase } from '../testing/command-on-database.ts'

const { run: cameraEvents, owner, owner_url } = commandOnDatabase('camera-events')

test('openspot camera-events lists events that could not be read, and queues reading them again, which is audited', async () => {
  const connected = await connectDatabase(owner_url(), 1)
  const { lot_id } = await aLot({ deps: { database: connected, ports: realPorts } })
  await connected.close()
  const { rows } = await owner().query<{ id: string }>(
    `insert into cameras (lot_id, name, kind, direction, token_hash, created_at, changed_at)
       values ($1, 'Ramp', 'AXIS', 'ENTRY', sha256('a'), now(), now()) returning id`,
    [lot_id],
  )
  const camera_id = rows[0]?.id ?? ''
  await owner().query(
    `insert into camera_events (lot_id, camera_id, received_at, content_type, size_bytes, body, body_hash, outcome, reason, processed_at)
     select $1, $2, '2026-11-24T10:00:00Z', 'text/plain', 1, case n when 1 then '\\x41'::bytea end, sha256(n::text::bytea), 'MALFORMED', 'NOT_JSON', now()
       from generate_series(1, 2) n`,
    [lot_id, camera_id],
  )
  const line = `${camera_id}  AXIS  NOT_JSON  2 not read  1 can be read again  last 2026-11-24T10:00:00.000Z  lot=${lot_id}  Ramp`
  expect(await cameraEvents()).toEqual([0, line])
  const again = 'The server is reading 1 event again. No gate is opened for it.'
  expect(await cameraEvents('replay', camera_id)).toEqual([0, again])
  expect(await cameraEvents('replay')).toEqual([0, 'No event can be read again.'])
  const jobs = await owner().query(
    `select payload->'is_replay' as is_replay from graphile_worker._private_jobs`,
  )
  expect(jobs.rows).toEqual([{ is_replay: true }])
  const audit = await owner().query(
    'select action, actor_role, subject_id, details from audit_log order by at',
  )
  expect(audit.rows).toEqual([
    { action: 'camera.replay', actor_role: 'operator', subject_id: camera_id, details: { count: 1 } },
  ])
}, 240_000)

test('openspot camera-events rejects unknown arguments with one line', async () => {
  const use = 'npm run openspot -- camera-events [list | replay [camera ID]]'
  expect(await Promise.all([cameraEvents('again'), cameraEvents('replay', 'x')])).toEqual([
    [1, use],
    [1, `"x" is not a camera ID. ${use}`],
  ])
}, 240_000)
