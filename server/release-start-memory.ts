import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

interface Options {
  type: 'major'
  execution: 'sync'
  flavor: 'last-resort'
}

/**
 * Returns the memory that only the start needed to the operating system, about 150 MB: V8 enlarges the space for new
 * objects while it loads code, and an idle server never reaches the collection that would shrink it. Blocks the event
 * loop for up to a second, so it must run before the server reports that it is ready.
 */
export function releaseStartMemory(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: Options) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
