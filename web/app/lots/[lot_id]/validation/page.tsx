import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { ValidationScreen } from '@/features/operations/validation/validation-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('validation.staff.title'))

export default async function Validation({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="validation">
      {(lot) => <ValidationScreen lot={lot} />}
    </LotPage>
  )
}
