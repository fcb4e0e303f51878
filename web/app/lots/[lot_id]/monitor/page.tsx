import { MonitorScreen } from '@/features/booking/monitor/monitor-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('staff.monitor.title'))

export default async function Monitor({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="monitor">
      {(lot) => <MonitorScreen lot={lot} />}
    </LotPage>
  )
}
