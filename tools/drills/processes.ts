import { readdirSync, readFileSync } from 'node:fs'

/** A process and everything that it started, directly or not, parents first. Linux only: it reads /proc. */
export function processTree(pid: number): number[] {
  const children = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(name)
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), Number(name)])
  }
  const tree = (one: number): number[] => [one, ...(children.get(one) ?? []).flatMap(tree)]
  return tree(pid)
}

/** Sends a signal to processes; one that has ended meanwhile is left out. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    if (!(pid > 0)) throw new Error(`There is no process ${pid}: a signal to it would reach all of ours.`)
    try {
      process.kill(pid, signal)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

function parentOf(pid: string): number | null {
  try {
    // "pid (name) state parent": the name can contain spaces and parentheses.
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1])
  } catch {
    // The process ended between the two calls.
    return null
  }
}
