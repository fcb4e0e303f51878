import { PriceScreen } from '@/features/booking/prices/price-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('prices.calendar.new'))

export default async function NewCalendarPrice({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="prices/calendar/new" forAdmins>
      {(lot, settings) => <PriceScreen lot={lot} settings={settings} initial={null} />}
    </LotPage>
  )
}
