import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { SourceScreen } from '@/features/people/residents/source-screen.tsx'
import { titleFrom } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('residents.sourceTitle'))

export default async function DataSourcePage({
  params,
}: {
  params: Promise<{ lot_id: string; data_source_id: string }>
}) {
  const { lot_id, data_source_id } = await params
  return (
    <LotPage lot_id={lot_id} path={`residents/sources/${data_source_id}`} forAdmins>
      {(lot) => <SourceScreen lot={lot} data_source_id={data_source_id} />}
    </LotPage>
  )
}
