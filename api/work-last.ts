import { existsSync, readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import path from 'node:path'

/** Linux has a priority for each thread, and names the one that asks here. */
const ownThread = '/proc/thread-self'

/** Lets all other threads of the machine, such as those that book, go before the one that calls this. Elsewhere it does nothing. */
export function workLast(): void {
  if (!existsSync(ownThread)) return
  setPriority(Number(path.basename(readlinkSync(ownThread))), constants.priority.PRIORITY_LOW)
}
