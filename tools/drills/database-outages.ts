import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { PlainError } from '@openspot/core/plain-error.ts'
import { startCluster } from '@openspot/db/embedded/cluster.ts'
import { commandRuns } from '@openspot/server/testing/product.ts'
import { losses, recover } from './connections.ts'
import { type Load, startLoad } from './load.ts'
import type { OutageResult } from './outages-drill.ts'
import { processTree, signalAll } from './processes.ts'
import { type DrilledProduct, startProduct } from './product.ts'

const fullSeconds = 60
const frozenSeconds = 180

/** Fills the disk of the embedded database to its last byte, then frees it. */
export const fullDisk = (): Promise<OutageResult> =>
  drill('disk full', fullSeconds, (folder) => {
    const filler = path.join(folder, 'filler')
    let size = 64 << 20
    // Smaller and smaller blocks, until not one byte fits.
    for (let part = 0; size > 0; part++) {
      try {
        writeFileSync(`${filler}.${part}`, Buffer.alloc(size))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        size >>= 1
      }
    }
    return () => {
      for (let part = 0; existsSync(`${filler}.${part}`); part++) rmSync(`${filler}.${part}`)
    }
  })

/** Stops every process of the embedded database without ending it, then lets them go on. */
export const frozenDatabase = (): Promise<OutageResult> =>
  drill('database frozen', frozenSeconds, (folder) => {
    const pid = Number(
      readFileSync(path.join(folder, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0],
    )
    const frozen = processTree(pid)
    signalAll(frozen, 'SIGSTOP')
    return () => signalAll(frozen, 'SIGCONT')
  })

/** Runs the product on a small disk of its own, causes the outage for a while, and measures. */
async function drill(
  fault: string,
  seconds: number,
  cause: (folder: string) => () => void,
): Promise<OutageResult> {
  const runs = commandRuns()
  const folder = path.join(runs.folder, 'data')
  mkdirSync(folder)
  mount(folder)
  try {
    const product = await startProduct(runs, {})
    const cluster = await startCluster(path.join(folder, 'postgres'))
    const owner_url = cluster.url('openspot')
    const load = await startLoad({ ...product, database_url: cluster.appUrl('openspot') })
    await recover(owner_url, load, 'before')
    const repair = cause(folder)
    const seen = await watchHealth(product, load, seconds)
    repair()
    const recovery = await recover(owner_url, load, fault)
    await load.stop()
    const problems = [...(await losses(owner_url, load)), ...seen.problems]
    if (!product.isAlive()) problems.push('a process ended')
    if (product.output().includes('"event":"uncaught"')) problems.push('an error had no handler')
    return { recovery, seen: { seconds, ...seen.figures, acknowledged: load.booked.length }, problems }
  } finally {
    await runs.endAll()
    spawnSync('umount', ['--lazy', folder])
    runs.remove()
  }
}

function mount(folder: string): void {
  const done = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=700m,mode=755', 'none', folder], {
    encoding: 'utf8',
  })
  if (done.status !== 0)
    throw new PlainError(`This drill needs a small disk of its own, so run it as root: ${done.stderr}`)
}

/** `ready` says within two seconds that the database does not work; `live` goes on saying that the process does. */
async function watchHealth(product: DrilledProduct, load: Load, seconds: number) {
  const until = performance.now() + seconds * 1000
  const before = load.booked.length
  const figures = { ready_max_ms: 0, not_ready: 0, ready: 0, booked_meanwhile: 0 }
  const problems: string[] = []
  while (performance.now() < until) {
    const at = performance.now()
    const [ready, live] = await Promise.all(
      ['ready', 'live'].map((one) => fetch(`${product.base}/api/health/${one}`)),
    )
    figures.ready_max_ms = Math.max(figures.ready_max_ms, Math.round(performance.now() - at))
    figures[ready?.ok ? 'ready' : 'not_ready']++
    if (!live?.ok) problems.push(`live answered ${live?.status}`)
    await pause(500)
  }
  figures.booked_meanwhile = load.booked.length - before
  if (figures.not_ready === 0) problems.push('ready never said that the database does not work')
  // Two seconds, and the time that the call itself takes on a machine that is busy with the drill.
  if (figures.ready_max_ms > 2_500) problems.push(`ready answered after ${figures.ready_max_ms} ms`)
  return { figures, problems }
}
