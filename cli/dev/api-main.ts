// The API process of `npm run dev`. It is started ahead, loads what does not change, and waits until it is wanted:
// then it loads our own code as it is at that moment.
import inspector from 'node:inspector'
import { preloadPackages } from '@openspot/api/preload.ts'

/** Tells a waiting process to start. */
export interface Go {
  /** The port for a debugger, if one is wanted. */
  inspect_port: number | null
  /** Whether to wait until the debugger is attached. */
  waits: boolean
}

const leave = () => process.exit(0)
process.once('disconnect', leave)
// Ctrl-C in a terminal reaches this process too.
process.once('SIGINT', leave)
const wanted = new Promise<Go>((done) => process.once('message', (message) => done(message as Go)))
await preloadPackages()
const { inspect_port, waits } = await wanted
process.off('disconnect', leave)
process.off('SIGINT', leave)
if (inspect_port !== null) inspector.open(inspect_port, '127.0.0.1', waits)
const [{ exitWith }, { start }] = await Promise.all([
  import('../commands/exit-with.ts'),
  import('../commands/start.ts'),
])
await exitWith(() => start(['--quiet']))
