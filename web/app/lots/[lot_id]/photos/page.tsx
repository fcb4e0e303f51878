import { PhotosScreen } from '@/features/lots/photos/photos-screen.tsx'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('lotPhotos.title'))

export default async function Photos({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="photos" forAdmins>
      {(lot) => <PhotosScreen lot={lot} />}
    </LotPage>
  )
}
