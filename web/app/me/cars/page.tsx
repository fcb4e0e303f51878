import { listMyCarsRoute } from '@openspot/contract/people/cars.ts'
import { CarsScreen } from '@/features/people/cars/cars-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('cars.title'))

export default async function Cars() {
  const cars = await fetchPage('/me/cars', listMyCarsRoute, {})
  return <CarsScreen initial={cars.ok ? cars.data : null} />
}
