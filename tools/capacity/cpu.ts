import { readFileSync } from 'node:fs'
import { processTree } from '../drills/processes.ts'

/** Linux counts processor time in hundredths of a second wherever Node.js runs. */
const ticksPerSecond = 100

/** Processor time that processes and everything that they started have used, in seconds, children that ended included. Linux only. */
export function cpuSeconds(pids: readonly number[]): number {
  let ticks = 0
  for (const root of pids) {
    for (const pid of processTree(root)) {
      const fields = statOf(pid)
      // utime and stime of each, and of the root also those of the children that it has waited for.
      for (const at of pid === root ? [11, 12, 13, 14] : [11, 12]) ticks += Number(fields[at] ?? 0)
    }
  }
  return ticks / ticksPerSecond
}

/** Memory of a process in MB. */
export function memoryMb(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

/** What follows the name of a process, which can contain spaces. Empty if it has ended. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  } catch {
    return []
  }
}
