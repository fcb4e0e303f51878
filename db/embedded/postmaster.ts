import { readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { closeQuietly } from '../close-quietly.ts'

const startSeconds = 30

interface Postmaster {
  pid: number
  /** The data directory that it reports. */
  data: string
  port: number
}

/** Reads `postmaster.pid`: https://www.postgresql.org/docs/current/storage-file-layout.html */
function readPid(data: string): Postmaster | undefined {
  try {
    const lines = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), data: lines[1] ?? '', port: Number(lines[3]) }
  } catch {
    return undefined
  }
}

/** Returns the server that runs on this very folder; in a copied folder, the file names the original's. */
export function runningPostmaster(data: string): Postmaster | undefined {
  const found = readPid(data)
  return found && found.port > 0 && alive(found.pid) && isSameFolder(found.data, data) ? found : undefined
}

/**
 * A folder copied while its server ran contains that server's `postmaster.pid`, which keeps PostgreSQL from starting on
 * the copy. It is removed if the original proves that the process belongs to it.
 */
export function dropCopiedPid(data: string): void {
  const found = readPid(data)
  if (!found || !alive(found.pid) || isSameFolder(found.data, data)) return
  if (readPid(found.data)?.pid === found.pid) rmSync(path.join(data, 'postmaster.pid'))
}

/** Returns the port of the last start; null if it never started. */
export function lastPort(data: string): number | null {
  try {
    const words = readFileSync(path.join(data, 'postmaster.opts'), 'utf8')
    return Number(/"port=(\d+)"/.exec(words)?.[1] ?? 0) || null
  } catch {
    return null
  }
}

/** Whether a process with this ID exists; EPERM means that it does and belongs to another user. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Whether a process is the server of `data`, and not one that got its ID after it ended: systems with few IDs give them
 * again within minutes. Where there is no /proc, its ID has to do.
 */
export function isServer(pid: number, data: string): boolean {
  if (!alive(pid)) return false
  if (process.platform !== 'linux') return true
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return isSameFolder(words[words.indexOf('-D') + 1] ?? '', data)
  } catch {
    // It ended between the two calls.
    return false
  }
}

function isSameFolder(one: string, other: string): boolean {
  try {
    const [a, b] = [statSync(one), statSync(other)]
    return a.dev === b.dev && a.ino === b.ino
  } catch {
    return false
  }
}

/** Whether the server of `data` answers at a URL. Waits while `mayCome` says that it may still start. */
export async function untilAnswers(
  url: string,
  data: string,
  mayCome: (answer: 'starting' | 'none') => boolean,
): Promise<boolean> {
  const deadline = performance.now() + startSeconds * 1000
  for (;;) {
    const answer = await probe(url, data)
    if (answer === 'ready') return true
    if (answer === 'other' || !mayCome(answer) || performance.now() > deadline) return false
    await pause(30)
  }
}

/** A server that lost one of its processes restarts itself; one that does not listen at all does not. */
export const recovers = (pid: number) => (answer: 'starting' | 'none') => answer === 'starting' && alive(pid)

/** `other`: a server answers but works on another folder, perhaps the one that ours was copied from. */
async function probe(url: string, data: string): Promise<'ready' | 'starting' | 'none' | 'other'> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000, query_timeout: 2000 })
  // A connection lost meanwhile already shows in the answer.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return isSameFolder(rows[0]?.data_directory ?? '', data) ? 'ready' : 'other'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    return code === '57P03' || code === '57P02' || code === '57P01' ? 'starting' : 'none'
  } finally {
    await closeQuietly(client)
  }
}
