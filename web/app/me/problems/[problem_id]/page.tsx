import { getProblemRoute } from '@openspot/contract/operations/problems.ts'
import { notFound } from 'next/navigation'
import { MyProblemScreen } from '@/features/operations/problems/my-problem-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('problems.mine.title'))

export default async function MyProblem({ params }: { params: Promise<{ problem_id: string }> }) {
  const { problem_id } = await params
  const answer = await fetchPage(`/me/problems/${problem_id}`, getProblemRoute, { params: { problem_id } })
  if (!answer.ok && answer.status !== 404 && answer.status !== 400) return <ErrorState error={answer} />
  if (!answer.ok || !answer.data.mine) notFound()
  return <MyProblemScreen initial={answer.data.mine} />
}
