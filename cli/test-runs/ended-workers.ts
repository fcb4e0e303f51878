import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'

const kept = 4_000

/** How the test processes ended that nobody asked to end: vitest says only that one exited unexpectedly. */
export function watchWorkers(): { report(): string[] } {
  const ended: string[] = []
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: ChildProcess }
    // The channel speaks before the process starts: its arguments and streams are there a turn later.
    setImmediate(() => {
      if (!child.spawnargs?.some((arg) => /vitest[\\/]dist[\\/]workers[\\/]/.test(arg))) return
      let last = ''
      child.stderr?.on('data', (data) => {
        last = (last + String(data)).slice(-kept)
      })
      const { pid } = child
      // After its streams have ended, so that what it said last is there.
      child.once('close', (code, signal) => {
        // Vitest ends a process that has nothing more to do with SIGTERM, or with SIGKILL if that takes too long.
        if (code === 0 || child.killed) return
        const how = signal ? `signal ${signal}` : `code ${code}`
        ended.push(`Test process ${pid} ended with ${how}. It last wrote to stderr:\n${last || '(nothing)'}`)
      })
    })
  })
  return { report: () => ended }
}
