import { getPortfolioRoute } from '@openspot/contract/booking/portfolio.ts'
import { PortfolioScreen } from '@/features/booking/portfolio/portfolio-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'

export const generateMetadata = titleFrom((t) => t('staff.lots.title'))

export default async function Lots() {
  const lots = await fetchPage('/lots', getPortfolioRoute, { query: { limit: 30 } }, 'admin')
  return <PortfolioScreen initial={lots.ok ? lots.data : null} />
}
