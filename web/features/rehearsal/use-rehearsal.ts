'use client'
import type { CallError, Input } from '@openspot/contract/call.ts'
import { type RehearsalReport, rehearse } from '@openspot/contract/rule-sets.ts'
import { useState } from 'react'
import { useSend } from '@/lib/use-api.ts'

/** What a form proposes, as the rehearsal takes it. */
export type Proposal = Input<typeof rehearse>['body']

export interface Rehearsal {
  report: RehearsalReport | null
  /** The report is of what the form said before, or of what was in force before. */
  isOld: boolean
  /** Whether what the form says can be read. */
  canRun: boolean
  isBusy: boolean
  error: CallError | null
  run: () => void
}

/**
 * A change played through the past, when somebody asks for it: it is work for the server, so not at every key. The
 * last report stays until the next one, and says when it is old.
 * @param proposal null while the form cannot be read
 * @param inForce what the proposal is compared with
 */
export function useRehearsal(lot_id: string, proposal: Proposal | null, inForce: unknown): Rehearsal {
  const send = useSend(rehearse, { client: 'admin' })
  const [last, setLast] = useState<{ of: string; report: RehearsalReport } | null>(null)
  const of = JSON.stringify([proposal, inForce])
  return {
    report: last?.report ?? null,
    isOld: last !== null && last.of !== of,
    canRun: proposal !== null,
    isBusy: send.isPending,
    error: send.error,
    run: () => {
      if (!proposal) return
      send.mutate({ params: { lot_id }, body: proposal }, { onSuccess: (report) => setLast({ of, report }) })
    },
  }
}
