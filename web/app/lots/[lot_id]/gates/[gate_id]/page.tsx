import { listGatesRoute } from '@openspot/contract/operations/gates.ts'
import { notFound } from 'next/navigation'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { GateHistoryScreen } from '@/features/operations/gates/gate-history-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('gates.history'))

export default async function GateHistory({
  params,
}: {
  params: Promise<{ lot_id: string; gate_id: string }>
}) {
  const { lot_id, gate_id } = await params
  const path = `/lots/${lot_id}/gates/${gate_id}`
  const answer = await fetchPage(path, listGatesRoute, { params: { lot_id } }, 'admin')
  if (!answer.ok && (answer.status === 404 || answer.status === 400)) notFound()
  const gate = answer.ok ? answer.data.items.find(({ id }) => id === gate_id) : undefined
  if (answer.ok && !gate) notFound()
  return (
    <LotPage lot_id={lot_id} path={`gates/${gate_id}`}>
      {(lot) =>
        gate ? <GateHistoryScreen lot={lot} gate={gate} /> : <ErrorState error={answer.ok ? null : answer} />
      }
    </LotPage>
  )
}
