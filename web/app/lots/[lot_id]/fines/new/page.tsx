import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { NewFineScreen } from '@/features/operations/fines/new-fine-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('fines.list.add'))

export default async function NewFine({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="fines/new">
      {(lot) => <NewFineScreen lot={lot} />}
    </LotPage>
  )
}
