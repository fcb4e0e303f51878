import { getCalendarPriceRoute } from '@openspot/contract/booking/prices.ts'
import type { StaffLot } from '@openspot/contract/lots/lots.ts'
import { notFound } from 'next/navigation'
import { PriceScreen } from '@/features/booking/prices/price-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('prices.calendar.one'))

type Params = Promise<{ lot_id: string; price_id: string }>

export default async function OneCalendarPrice({ params }: { params: Params }) {
  const { lot_id, price_id } = await params
  return (
    <LotPage lot_id={lot_id} path={`prices/calendar/${price_id}`} forAdmins>
      {(lot, settings) => <OnePrice lot={lot} settings={settings} price_id={price_id} />}
    </LotPage>
  )
}

async function OnePrice({
  lot,
  settings,
  price_id,
}: {
  lot: ConsoleLot
  settings: StaffLot
  price_id: string
}) {
  const path = `/lots/${lot.id}/prices/calendar/${price_id}`
  const price = await fetchPage(path, getCalendarPriceRoute, { params: { price_id } }, 'admin')
  if (price.ok && price.data.lot_id === lot.id) {
    return <PriceScreen lot={lot} settings={settings} initial={price.data} />
  }
  if (price.ok || [400, 403, 404].includes(price.status)) notFound()
  return <ErrorState error={price} />
}
