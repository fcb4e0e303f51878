import { listReconciliationRunsRoute } from '@openspot/contract/money/reconciliation.ts'
import type { Metadata } from 'next'
import { ReconciliationScreen } from '@/features/money/reconciliation/reconciliation-screen.tsx'
import { fetchPage } from '@/lib/page-api.ts'
import { EmptyState, ErrorState } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.platform.reconciliation.title }

export default async function Reconciliation() {
  const input = { query: { limit: 1 } }
  const runs = await fetchPage('/platform/reconciliation', listReconciliationRunsRoute, input, 'admin')
  if (runs.ok) return <ReconciliationScreen />
  return (
    <>
      <h1 className="sr-only">{words.platform.reconciliation.title}</h1>
      {runs.status === 403 ? (
        <EmptyState title={words.errors.noPermission} text={words.platform.refused} />
      ) : (
        <ErrorState error={runs} />
      )}
    </>
  )
}
