import { listMySpotsRoute } from '@openspot/contract/booking/hosting.ts'
import { MySpotsScreen } from '@/features/booking/my-spots/my-spots-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('mySpots.title'))

export default async function MySpots() {
  const spots = await fetchPage('/me/spots', listMySpotsRoute, {})
  return <MySpotsScreen initial={spots.ok ? spots.data : null} />
}
