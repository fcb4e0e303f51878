'use client'
import { type BacktestReport, runBacktestRoute } from '@openspot/contract/booking/rule-sets.ts'
import type { CallError, Input } from '@openspot/contract/call.ts'
import { useState } from 'react'
import { useApiMutation } from './use-api.ts'

/** The proposal of a form as the preview's request body. */
export type Proposal = Input<typeof runBacktestRoute>['body']

export interface ImpactPreview {
  report: BacktestReport | null
  /** True if the form or the current settings changed since the report. */
  isOld: boolean
  /** Whether the form is valid. */
  canRun: boolean
  isBusy: boolean
  error: CallError | null
  run: () => void
}

/**
 * Runs the impact preview on request rather than on every keystroke, because it is expensive for the server. The last
 * report stays until the next one, and is marked when outdated.
 * @param proposal null while the form is invalid
 * @param inForce what the proposal is compared with
 */
export function useImpactPreview(lot_id: string, proposal: Proposal | null, inForce: unknown): ImpactPreview {
  const send = useApiMutation(runBacktestRoute, { client: 'admin' })
  const [last, setLast] = useState<{ of: string; report: BacktestReport } | null>(null)
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
