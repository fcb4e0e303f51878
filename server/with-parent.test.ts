import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'

const folder = mkdtempSync(path.join(tmpdir(), 'openspot-parent-'))
afterAll(() => rmSync(folder, { recursive: true }))

const withParent = fileURLToPath(new URL('./with-parent.mjs', import.meta.url))
/** A build that starts a process, prints the IDs of both, and never ends. */
const build = path.join(folder, 'build.mjs')
writeFileSync(
  build,
  `import { spawn } from 'node:child_process'
   const worker = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
   console.log(JSON.stringify([process.pid, worker.pid]))
   setInterval(() => {}, 1000)`,
)
/** A server that runs a build. */
const server = path.join(folder, 'server.mjs')
writeFileSync(
  server,
  `import { spawn } from 'node:child_process'
   spawn(process.execPath, [${JSON.stringify(withParent)}, ${JSON.stringify(build)}], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
   setInterval(() => {}, 1000)`,
)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test.each(['SIGKILL', 'SIGTERM'] as const)(
  'a build ends with all its processes when the server gets %s',
  async (signal) => {
    const running = spawn(process.execPath, [server], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [said] = (await once(running.stdout, 'data')) as [Buffer]
    const pids = JSON.parse(said.toString()) as number[]
    expect(pids.map(isAlive)).toEqual([true, true])
    running.kill(signal)
    await vi.waitUntil(() => !pids.some(isAlive), 20_000)
  },
)

test('a failing build passes on its exit code', async () => {
  const failing = path.join(folder, 'failing.mjs')
  writeFileSync(failing, 'process.exit(7)')
  const [code] = await once(spawn(process.execPath, [withParent, failing]), 'exit')
  expect(code).toBe(7)
})
