import { type Job, runJob } from './jobs.ts'

// The simulation runs in a process for each processor; each answers one job after another.
process.on('disconnect', () => process.exit(0))
process.on('message', (job) => process.send?.(runJob(job as Job)))
