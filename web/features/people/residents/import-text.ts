import type { ResidentImport } from '@openspot/contract/people/resident-imports.ts'
import type { Translate } from '@openspot/messages/translate.ts'

type Progress = Pick<ResidentImport, 'status' | 'stage' | 'failure'>

/** Whether it goes on without a person. */
export const isWorking = ({ status, stage }: Progress): boolean =>
  stage === 'UNDOING' || (status === 'IN_PROGRESS' && stage !== 'PREVIEW')

/** Returns how far an import is, or how it ended. */
export function stageText(t: Translate, { status, stage }: Progress): string {
  if (stage === 'DONE' || (status === 'FAILURE' && stage !== 'DISCARDED'))
    return t(`residents.statuses.imports.${status}`)
  return t(`residents.statuses.stages.${stage}`)
}

export function importTone(of: Progress): 'ahead' | 'now' | 'done' | 'bad' {
  if (of.stage === 'DISCARDED' || of.stage === 'UNDONE') return 'ahead'
  if (of.status === 'FAILURE') return 'bad'
  return of.stage === 'DONE' ? 'done' : 'now'
}
