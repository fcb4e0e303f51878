import { listPlatformLots } from '@openspot/contract/platform.ts'
import type { Metadata } from 'next'
import { AuditScreen } from '@/features/audit/audit-screen.tsx'
import { PlatformPage } from '@/features/platform/platform-page.tsx'
import { words } from '@/words/index.ts'

export const metadata: Metadata = { title: words.audit.title }

/** Asked by another list of the platform whether it is theirs to see: to ask the audit itself would be noted. */
export default function PlatformAudit() {
  return (
    <PlatformPage
      title={words.audit.title}
      path="/platform/audit"
      route={listPlatformLots}
      input={{ query: { limit: 1 } }}
    >
      {() => <AuditScreen lot={null} />}
    </PlatformPage>
  )
}
