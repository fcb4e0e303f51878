import { type Job, runJob } from './jobs.ts'

// One simulation process per processor; each handles one job after another.
process.on('disconnect', () => process.exit(0))
process.on('message', (job) => process.send?.(runJob(job as Job)))
