import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { GroupsScreen } from '@/features/people/groups/groups-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('groups.title'))

export default async function Groups({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="groups" forAdmins>
      {(lot) => <GroupsScreen lot={lot} />}
    </LotPage>
  )
}
