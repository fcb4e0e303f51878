import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { alive, runningPostmaster } from '../embedded/postmaster.ts'

const PREFIX = 'openspot-test-'
const IN_MEMORY = '/dev/shm'
/** More than the clusters of a test run need together. */
const NEEDED_BYTES = 8 * 2 ** 30

/**
 * Makes a folder for the cluster of a test run: in memory where there is room, because each test file creates a database of
 * 1,300 files, which takes ten times as long on a disk. Clusters of test runs that were killed are removed first.
 */
export function makeTestFolder(): string {
  const parent = hasRoomInMemory() ? IN_MEMORY : tmpdir()
  removeAbandoned(parent)
  const folder = mkdtempSync(path.join(parent, PREFIX))
  writeFileSync(path.join(folder, 'owner'), String(process.pid))
  return folder
}

function hasRoomInMemory(): boolean {
  if (!existsSync(IN_MEMORY)) return false
  const { bavail, bsize } = statfsSync(IN_MEMORY)
  return bavail * bsize >= NEEDED_BYTES
}

/** Removes the folders of test runs that have ended, with the clusters that still run in them. */
export function removeAbandoned(parent: string): void {
  for (const name of readdirSync(parent).filter((one) => one.startsWith(PREFIX))) {
    const folder = path.join(parent, name)
    const owner = path.join(folder, 'owner')
    if (!existsSync(owner) || alive(Number(readFileSync(owner, 'utf8')))) continue
    const server = runningPostmaster(path.join(folder, 'cluster'))
    // SIGQUIT ends it at once; there is nothing to write.
    if (server) process.kill(server.pid, 'SIGQUIT')
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
