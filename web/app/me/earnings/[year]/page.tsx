import { getMyYearOfEarningsRoute } from '@openspot/contract/money/earnings.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localParts } from '@openspot/core/time/zone.ts'
import { notFound } from 'next/navigation'
import { YearScreen } from '@/features/money/payouts/year-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('payouts.year.link'))

export default async function EarningsOfYear({ params }: { params: Promise<{ year: string }> }) {
  const { year } = await params
  if (!/^2[01]\d\d$/.test(year)) notFound()
  const answer = await fetchPage(`/me/earnings/${year}`, getMyYearOfEarningsRoute, {
    params: { year: Number(year) },
  })
  if (!answer.ok) return <ErrorState error={answer} />
  return <YearScreen year={answer.data} now={localParts('UTC', minutesOf(nowIso())).year} />
}
