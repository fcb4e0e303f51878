import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { PlainError } from '@openspot/core/plain-error.ts'
import { freePort } from '@openspot/db/embedded/cluster.ts'
import { accounts } from '@openspot/server/demo-accounts.ts'
import { root } from '@openspot/server/settings.ts'
import { type HttpRequest, httpClient } from './http-client.ts'

const IN_FLIGHT = 8
const ROUND_SECONDS = 3
const PAIRS = 7

/** A checkout that runs, with the requests that read its demo spots by ID. */
interface Running {
  name: string
  url: string
  reads: HttpRequest[]
  stop(): Promise<void>
}

/**
 * Compares reads by ID of this checkout with those of another: each starts with only its API and its own demo data, and
 * both are measured in alternating rounds. A checkout that doesn't bring its own Node.js runs on the one that is first
 * on the path. All reads share one session, so they don't also write when a session was last used.
 * @throws PlainError if the folder is no checkout or does not start
 */
export async function compareWith(other: string, print: (line: string) => void): Promise<void> {
  const folder = path.resolve(other)
  if (!existsSync(path.join(folder, 'cli', 'openspot.mjs'))) {
    throw new PlainError(`${folder} is not a checkout of Openspot.`)
  }
  const running: Running[] = []
  try {
    // One after the other, so that the first is stopped if the second does not start.
    running.push(await start('this checkout', root))
    running.push(await start('the other checkout', folder))
    const [ours, theirs] = running
    if (!ours || !theirs) throw new Error('Both checkouts must run.')
    print(`machine load before: ${loadavg()[0]?.toFixed(1)}`)
    for (const one of running) await round(one, 2 * ROUND_SECONDS)
    const pairs: { ours: number; theirs: number }[] = []
    for (let at = 0; at < PAIRS; at++) {
      // In changing order, so that a slow moment of the machine affects both.
      const first = await round(at % 2 === 0 ? ours : theirs, ROUND_SECONDS)
      const second = await round(at % 2 === 0 ? theirs : ours, ROUND_SECONDS)
      pairs.push(at % 2 === 0 ? { ours: first, theirs: second } : { ours: second, theirs: first })
    }
    const middle = (rates: number[]) =>
      Math.round(rates.toSorted((a, b) => a - b)[Math.floor(rates.length / 2)] ?? 0)
    const ratios = pairs.map((pair) => pair.ours / pair.theirs)
    print(`reads by ID per second: ${middle(pairs.map((pair) => pair.ours))} in this checkout`)
    print(`                        ${middle(pairs.map((pair) => pair.theirs))} in the other one`)
    const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(PAIRS / 2)] ?? 0
    print(`ratio: ${ratio.toFixed(2)} (pairs: ${ratios.map((one) => one.toFixed(2)).join(' ')})`)
  } finally {
    for (const one of running) await one.stop()
  }
}

async function start(name: string, folder: string): Promise<Running> {
  const data = mkdtempSync(path.join(tmpdir(), 'openspot-bench-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = [`PORT=${port}`, 'OPENSPOT_ROLES=api', `OPENSPOT_DATA=${data}`]
  const child = spawn('env', [...settings, 'node', 'cli/openspot.mjs', 'start'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGTERM')
      await ended
    }
    rmSync(data, { recursive: true, force: true })
  }
  try {
    await printed(child, 'Ctrl-C stops it')
    return { name, url, reads: await readsOf(url), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Resolves when the program has printed `text`. */
function printed(child: ChildProcess, text: string): Promise<void> {
  return new Promise((done, fail) => {
    let output = ''
    child.once('exit', () => fail(new PlainError(`A checkout did not start. It printed:\n${output}`)))
    child.stdout?.on('data', (part: Buffer) => {
      output += part.toString('utf8')
      if (output.includes(text)) done()
    })
  })
}

/** Signs in as the demo garage's administrator and returns a read for each of its spots. */
async function readsOf(url: string): Promise<HttpRequest[]> {
  const client = httpClient(url, 1)
  try {
    const account = accounts.find(({ role }) => role === 'ADMIN')
    if (!account) throw new Error('The demo has no administrator.')
    const read = async <T>(request: HttpRequest): Promise<T> => {
      const { status, text } = await client.send(request)
      if (status !== 200) throw new Error(`${request.path} answered ${status}: ${text}`)
      return JSON.parse(text) as T
    }
    const app = { 'x-openspot-client': 'app' }
    const { token } = await read<{ token: string }>({
      method: 'POST',
      path: '/api/v1/auth/sign-in',
      headers: app,
      body: JSON.stringify({ email: account.email, password: account.password }),
    })
    const headers = { ...app, authorization: `Bearer ${token}` }
    const get = (at: string): HttpRequest => ({ method: 'GET', path: at, headers })
    const [membership] = (await read<{ items: { lot_id: string }[] }>(get('/api/v1/lots/memberships/mine')))
      .items
    const spots = await read<{ items: { id: string }[] }>(
      get(`/api/v1/lots/${membership?.lot_id}/spots?limit=50`),
    )
    return spots.items.map(({ id }) => get(`/api/v1/spots/${id}`))
  } finally {
    client.close()
  }
}

/** Returns the reads per second of one round. */
async function round({ name, url, reads }: Running, seconds: number): Promise<number> {
  const client = httpClient(url, IN_FLIGHT)
  const begun = performance.now()
  const end = begun + seconds * 1000
  let count = 0
  const worker = async () => {
    while (performance.now() < end) {
      const read = reads[count++ % reads.length]
      if (!read) throw new Error('The demo garage has no spots.')
      const { status } = await client.send(read)
      if (status !== 200) throw new Error(`${name} answered ${status} to ${read.path}.`)
    }
  }
  try {
    await Promise.all(Array.from({ length: IN_FLIGHT }, worker))
    return count / ((performance.now() - begun) / 1000)
  } finally {
    client.close()
  }
}
