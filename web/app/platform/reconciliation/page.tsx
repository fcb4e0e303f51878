import { listReconciliationRunsRoute } from '@openspot/contract/money/reconciliation.ts'
import { ReconciliationScreen } from '@/features/money/reconciliation/reconciliation-screen.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { EmptyState, ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('platform.reconciliation.title'))

export default async function Reconciliation() {
  const t = await translator()
  const input = { query: { limit: 1 } }
  const runs = await fetchPage('/platform/reconciliation', listReconciliationRunsRoute, input, 'admin')
  if (runs.ok) return <ReconciliationScreen />
  return (
    <>
      <h1 className="sr-only">{t('platform.reconciliation.title')}</h1>
      {runs.status === 403 ? (
        <EmptyState title={t('errors.noPermission')} text={t('platform.refused')} />
      ) : (
        <ErrorState error={runs} />
      )}
    </>
  )
}
