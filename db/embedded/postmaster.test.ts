import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { isServer } from './postmaster.ts'

test('a process counts as the server of a folder only while it is that, not if it got the ID of an ended one', async () => {
  const admin = new pg.Client({ connectionString: inject('test_server_url') })
  await admin.connect()
  const { rows } = await admin.query<{ data: string }>(`select current_setting('data_directory') as data`)
  await admin.end()
  const data = rows[0]?.data ?? ''
  const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  expect(isServer(pid, data)).toBe(true)
  expect(isServer(pid, path.dirname(data))).toBe(false)
  // This process could have got the ID: it runs, and is no server.
  expect(isServer(process.pid, data)).toBe(false)
})
