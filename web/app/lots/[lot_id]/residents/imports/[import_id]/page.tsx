import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { ImportScreen } from '@/features/people/residents/import-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('residents.importTitle'))

export default async function ImportPage({
  params,
}: {
  params: Promise<{ lot_id: string; import_id: string }>
}) {
  const { lot_id, import_id } = await params
  return (
    <LotPage lot_id={lot_id} path={`residents/imports/${import_id}`} forAdmins>
      {(lot) => <ImportScreen lot={lot} import_id={import_id} />}
    </LotPage>
  )
}
