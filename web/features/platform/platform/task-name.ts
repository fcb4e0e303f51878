import { isOneOf } from '@openspot/core/enums.ts'
import { jobTasks } from '@openspot/core/job-tasks.ts'
import type { Translate } from '@openspot/messages/translate.ts'

/** What a job does, in plain words. A kind that another version queued has only its code name. */
export const taskName = (t: Translate, task: string): string =>
  isOneOf(jobTasks, task) ? t(`jobs.tasks.${task}`) : task
