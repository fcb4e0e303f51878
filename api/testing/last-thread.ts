import { readlinkSync } from 'node:fs'
import { getPriority } from 'node:os'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { workLast } from '../work-last.ts'

workLast()
const own = Number(path.basename(readlinkSync('/proc/thread-self')))
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin, unlike a window
parentPort?.postMessage({ own: getPriority(own), process: getPriority(process.pid) })
