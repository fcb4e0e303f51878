import { TimelineScreen } from '@/features/booking/timeline/timeline-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('timeline.title'))

export default async function Timeline({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="timeline">
      {(lot) => <TimelineScreen lot={lot} />}
    </LotPage>
  )
}
