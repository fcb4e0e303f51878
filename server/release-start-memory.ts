import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * By how much the memory of what stays may grow until it is collected. V8 would let it grow to four times as much under load, most of it
 * garbage.
 */
const GROWING_PERCENT = 60

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
  setFlagsFromString(`--heap-growing-percent=${GROWING_PERCENT}`)
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: Options) => void
  setFlagsFromString('--no-expose-gc')
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
