import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { CamerasScreen } from '@/features/operations/cameras/cameras-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('cameras.title'))

export default async function Cameras({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="cameras">
      {(lot) => <CamerasScreen lot={lot} />}
    </LotPage>
  )
}
