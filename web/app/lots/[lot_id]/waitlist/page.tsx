import { WaitlistScreen } from '@/features/booking/waitlist/waitlist-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('waitlist.title'))

export default async function Waitlist({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="waitlist">
      {(lot) => <WaitlistScreen lot={lot} />}
    </LotPage>
  )
}
