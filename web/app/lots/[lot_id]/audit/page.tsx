import type { Metadata } from 'next'
import { LotPage } from '@/features/lots/staff/lot-page.tsx'
import { AuditScreen } from '@/features/platform/audit/audit-screen.tsx'
import { NoPermission } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.audit.title }

export default async function LotAudit({ params }: { params: Promise<{ lot_id: string }> }) {
  const { lot_id } = await params
  return (
    <LotPage lot_id={lot_id} path="audit" forAdmins>
      {(lot, { role }) =>
        role === 'ADMIN' ? (
          <>
            <h1 className="sr-only">{words.audit.title}</h1>
            <NoPermission />
          </>
        ) : (
          <AuditScreen lot={lot} />
        )
      }
    </LotPage>
  )
}
