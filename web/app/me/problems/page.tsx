import { listMyProblemsRoute } from '@openspot/contract/operations/problems.ts'
import { MyProblemsScreen } from '@/features/operations/problems/my-problems-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('problems.mine.list'))

export default async function MyProblems() {
  const answer = await fetchPage('/me/problems', listMyProblemsRoute, { query: {} })
  return answer.ok ? <MyProblemsScreen items={answer.data.items} /> : <ErrorState error={answer} />
}
