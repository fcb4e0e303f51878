import { getHostingRoute } from '@openspot/contract/booking/hosting.ts'
import { notFound } from 'next/navigation'
import { MySpotScreen } from '@/features/booking/my-spots/spot-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('mySpots.title'))

export default async function OneSpot({ params }: { params: Promise<{ spot_id: string }> }) {
  const { spot_id } = await params
  const hosting = await fetchPage(`/me/spots/${spot_id}`, getHostingRoute, { params: { spot_id } })
  if (hosting.ok) return <MySpotScreen initial={hosting.data} />
  if ([400, 403, 404].includes(hosting.status)) notFound()
  return <ErrorState error={hosting} />
}
