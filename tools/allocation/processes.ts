import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Job, JobResult } from './jobs.ts'

/** Runs jobs in one process per processor. Results are in the order of the jobs. */
export async function runJobs(jobs: readonly Job[], print: (line: string) => void): Promise<JobResult[]> {
  const results: JobResult[] = []
  let [next, done] = [0, 0]
  const work = () =>
    new Promise<void>((ended, fail) => {
      const child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)))
      let at = -1
      const goOn = () => {
        at = next++
        const job = jobs[at]
        if (job) child.send(job)
        else child.disconnect()
      }
      child.on('message', (result) => {
        results[at] = result as JobResult
        done += 1
        if (done % 50 === 0) print(`${done} of ${jobs.length} simulations`)
        goOn()
      })
      child.once('error', fail)
      child.once('exit', (code) => {
        if (code === 0 && at >= jobs.length) ended()
        else fail(new Error('A simulation process ended unexpectedly; its output is above.'))
      })
      goOn()
    })
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, work))
  return results
}
