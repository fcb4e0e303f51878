import { getLot } from '@openspot/contract/lots.ts'
import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { MonitorScreen } from '@/features/monitor/monitor-screen.tsx'
import { askForPage } from '@/lib/page-api.ts'
import { ErrorState, NoPermission } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.staff.monitor.title }

export default async function Monitor({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  const lot = await askForPage(`/lots/${lot_id}/monitor`, getLot, { params: { lot_id } }, 'admin')
  if (lot.ok) {
    const { id, name, time_zone } = lot.data
    return <MonitorScreen lot={{ id, name, time_zone }} />
  }
  if (lot.status === 403) return <NoPermission />
  if (lot.status === 404 || lot.status === 400) notFound()
  return <ErrorState error={lot} />
}
