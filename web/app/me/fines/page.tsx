import { listMyFinesRoute } from '@openspot/contract/operations/fine-notices.ts'
import { MyFinesScreen } from '@/features/operations/fines/my-fines-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'
import { fetchPage } from '@/lib/page-api.ts'
import { ErrorState } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('fines.mine.title'))

export default async function MyFines() {
  const answer = await fetchPage('/me/fines', listMyFinesRoute, {})
  return answer.ok ? <MyFinesScreen items={answer.data.items} /> : <ErrorState error={answer} />
}
