import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { ManyScreen } from '@/features/people/invites/many-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('invites.table.title'))

export default async function InviteMany({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="invites/many" forAdmins>
      {(lot) => <ManyScreen lot={lot} />}
    </LotPage>
  )
}
