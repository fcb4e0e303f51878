import { getProblemRoute } from '@openspot/contract/operations/problems.ts'
import { notFound } from 'next/navigation'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { ProblemScreen } from '@/features/operations/problems/problem-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('problems.title'))

export default async function ProblemPage({
  params,
}: {
  params: Promise<{ lot_id: string; problem_id: string }>
}) {
  const { lot_id, problem_id } = await params
  const path = `problems/${problem_id}` as const
  const answer = await fetchPage(
    `/lots/${lot_id}/${path}`,
    getProblemRoute,
    { params: { problem_id } },
    'admin',
  )
  if (!answer.ok && (answer.status === 404 || answer.status === 400)) notFound()
  const problem = answer.ok ? answer.data.staff : null
  if (answer.ok && problem?.lot_id !== lot_id) notFound()
  return (
    <LotPage lot_id={lot_id} path={path}>
      {(lot) =>
        problem ? (
          <ProblemScreen lot={lot} initial={problem} />
        ) : (
          <ErrorState error={answer.ok ? null : answer} />
        )
      }
    </LotPage>
  )
}
