import { listPlatformLotsRoute } from '@openspot/contract/platform/platform.ts'
import type { Metadata } from 'next'
import { AuditScreen } from '@/features/platform/audit/audit-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.audit.title }

/** Checks access through another platform list, because every read of the audit log is itself recorded. */
export default function PlatformAudit() {
  return (
    <PlatformPage
      title={words.audit.title}
      path="/platform/audit"
      route={listPlatformLotsRoute}
      input={{ query: { limit: 1 } }}
    >
      {() => <AuditScreen lot={null} />}
    </PlatformPage>
  )
}
