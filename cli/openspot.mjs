#!/usr/bin/env node
// The only entry point: `npm start`, `npm test`, `npm run openspot -- …`. Plain JavaScript without dependencies,
// because it runs on a fresh clone: it installs what is missing, then starts cli/main.ts.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { takeSetupLock } from '../server/setup-lock.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const setup = path.join(root, '.openspot-setup')

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 20)) {
  fail(`This is Node.js ${process.versions.node}; Openspot needs 20.20 or newer.`)
}
await install()
handOver()

/** Installs the locked dependencies unless they are already installed. */
async function install() {
  const stamp = path.join(setup, 'installed')
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  const isInstalled = () =>
    existsSync(path.join(root, 'node_modules', 'fastify')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === wanted
  if (isInstalled()) return
  let release = () => {}
  let isBad = false
  try {
    release = await takeSetupLock(setup, 'install')
    if (isInstalled()) return
    console.error('Installing what Openspot is made of (once, a minute or two) …')
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    const result = spawnSync(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    isBad = result.status !== 0
    if (!isBad) writeFileSync(stamp, wanted)
  } catch (error) {
    fail(`Openspot cannot write to its own folder ${root}: ${error.message}`)
  } finally {
    release()
  }
  if (isBad) fail('The dependencies could not be installed; the lines above say why.')
}

function handOver() {
  const child = spawn(
    runtime(),
    // V8 would let the space for new objects grow to 128 MB under load, which makes the server no faster.
    ['--max-semi-space-size=16', path.join(root, 'cli', 'main.ts'), ...process.argv.slice(2)],
    // The IPC channel carries nothing: its end tells the child that we are gone, for whatever reason.
    {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      // Without it, Node.js loads its TypeScript parser and compiles every module at each start.
      env: { NODE_COMPILE_CACHE: path.join(setup, 'compiled'), ...process.env },
    },
  )
  // Ctrl-C in a terminal reaches the child directly; a signal to only us is passed on. Either way the child ends first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
  }
  const npm = npmProcess()
  if (npm) setInterval(() => isAlive(npm) || child.kill('SIGTERM'), 1000).unref()
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

/**
 * The Node.js that runs Openspot, which reads TypeScript by itself: the one installed with the dependencies, or where
 * there is none for the platform, the one of the machine.
 */
function runtime() {
  const pinned = path.join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node')
  if (existsSync(pinned)) return pinned
  if (major < 24) {
    fail(
      `Openspot runs on Node.js 24 or newer, which it brings along only on Linux; this is ${process.versions.node}. Install Node.js 24.`,
    )
  }
  return process.execPath
}

/**
 * npm leaves its script running if npm itself is killed. It is our parent, or the parent of the shell that it runs us
 * in.
 */
function npmProcess() {
  if (!process.env.npm_lifecycle_event) return 0
  const parent = look(process.ppid)
  return parent && parent.name.endsWith('sh') ? parent.ppid : process.ppid
}

function look(pid) {
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
  const [, ppid, name] = /^\s*(\d+)\s+(.+?)\s*$/.exec(stdout ?? '') ?? fromProc(pid) ?? []
  return name === undefined ? null : { ppid: Number(ppid), name }
}

/** Small Linux systems have no `ps`. */
function fromProc(pid) {
  try {
    const [, name, ppid] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return ['', ppid, name]
  } catch {
    return null
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function fail(line) {
  console.error(line)
  process.exit(1)
}
