import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { InvitesScreen } from '@/features/people/invites/invites-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('invites.title'))

export default async function Invites({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="invites" forAdmins>
      {(lot) => <InvitesScreen lot={lot} />}
    </LotPage>
  )
}
