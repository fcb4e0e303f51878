import { listPlatformLotsRoute } from '@openspot/contract/platform/lots.ts'
import { AuditScreen } from '@/features/platform/audit/audit-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('audit.title'))

/** Checks access through another platform list, because every read of the audit log is itself recorded. */
export default async function PlatformAudit() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('audit.title')}
      path="/platform/audit"
      route={listPlatformLotsRoute}
      input={{ query: { limit: 1 } }}
    >
      {() => <AuditScreen lot={null} />}
    </PlatformPage>
  )
}
