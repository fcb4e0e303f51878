import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { AuditScreen } from '@/features/platform/audit/audit-screen.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'
import { NoPermission } from '@/ui/states.tsx'

export const generateMetadata = titleFrom((t) => t('audit.title'))

export default async function LotAudit({ params }: { params: Promise<{ lot_id: string }> }) {
  const t = await translator()
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="audit" forAdmins>
      {(lot, { role }) =>
        role === 'ADMIN' ? (
          <>
            <h1 className="sr-only">{t('audit.title')}</h1>
            <NoPermission />
          </>
        ) : (
          <AuditScreen lot={lot} />
        )
      }
    </LotPage>
  )
}
