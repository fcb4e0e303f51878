import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { MembersScreen } from '@/features/people/members/members-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('members.title'))

export default async function Members({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="members">
      {(lot) => <MembersScreen lot={lot} />}
    </LotPage>
  )
}
