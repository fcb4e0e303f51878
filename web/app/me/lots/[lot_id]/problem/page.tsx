import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import { notFound } from 'next/navigation'
import { ReportScreen } from '@/features/operations/problems/report-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('problems.report.title'))

export default async function ReportAsMember({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  const answer = await fetchPage(`/me/lots/${lot_id}/problem`, listMyMembershipsRoute, {})
  if (!answer.ok) return <ErrorState error={answer} />
  const lot = answer.data.items.find((one) => one.lot_id === lot_id && one.status === 'ACTIVE')
  if (!lot) notFound()
  return <ReportScreen lot={{ id: lot_id, name: lot.lot_name }} reservation={null} />
}
