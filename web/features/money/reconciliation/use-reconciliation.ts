'use client'
import {
  listDifferencesRoute,
  listReconciliationRunsRoute,
  type ReconciliationRun,
  resolveDifferenceRoute,
  runReconciliationRoute,
} from '@openspot/contract/money/reconciliation.ts'
import {
  type DifferenceKind,
  type DifferenceStatus,
  differenceKinds,
  differenceStatuses,
  isOneOf,
} from '@openspot/core/enums.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { usePages } from '@/lib/use-pages.ts'

const client = 'admin' as const

export const tabs = ['differences', 'runs'] as const

/** The current view. By default it shows open discrepancies, because those need a person. */
export interface View {
  tab: (typeof tabs)[number]
  status: DifferenceStatus | null
  kind: DifferenceKind | null
}

/** The view in the URL; "any" means no status filter. */
export function useView(): [View, (part: Partial<View>) => void] {
  const [{ tab, status, kind }, change] = useAddress(['tab', 'status', 'kind'])
  const view: View = {
    tab: isOneOf(tabs, tab) ? tab : 'differences',
    status: status === 'any' ? null : isOneOf(differenceStatuses, status) ? status : 'OPEN',
    kind: isOneOf(differenceKinds, kind) ? kind : null,
  }
  const set = (part: Partial<View>) => {
    const next = { ...view, ...part }
    change({
      tab: next.tab === 'differences' ? null : next.tab,
      status: next.status === 'OPEN' ? null : (next.status ?? 'any'),
      kind: next.kind,
    })
  }
  return [view, set]
}

export const filterOf = ({ status, kind }: View) => ({
  ...(status ? { status } : {}),
  ...(kind ? { kind } : {}),
})

export const useDifferences = (view: View) =>
  usePages(
    listDifferencesRoute,
    (page) => ({ query: { ...page, ...filterOf(view) } }),
    ({ next_cursor }) => next_cursor,
    { client },
  )

export const useRuns = (enabled: boolean) =>
  usePages(
    listReconciliationRunsRoute,
    (query) => ({ query }),
    ({ next_cursor }) => next_cursor,
    { client, enabled },
  )

/** After this long, an unfinished comparison counts as interrupted. */
const cutOffMs = 15 * 60_000

/** Returns the latest comparison, polled more often while one is running. */
export function useLastRun() {
  const { now } = useClock()
  const isUnderWay = (run: ReconciliationRun | undefined) =>
    run !== undefined && run.finished_at === null && Date.parse(now) - Date.parse(run.started_at) < cutOffMs
  const runs = useApiQuery(
    listReconciliationRunsRoute,
    { query: { limit: 1 } },
    { client, everySeconds: (answer) => (isUnderWay(answer?.items[0]) ? 2 : 60) },
  )
  const run = runs.data?.items[0]
  return { runs, run, isUnderWay: isUnderWay(run) }
}

export const useRunNow = () =>
  useApiMutation(runReconciliationRoute, { client, refresh: [listReconciliationRunsRoute] })
export const useSettle = () =>
  useApiMutation(resolveDifferenceRoute, { client, refresh: [listDifferencesRoute] })
