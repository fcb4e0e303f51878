import { listEmailReportsRoute } from '@openspot/contract/platform/email-reports.ts'
import type { Metadata } from 'next'
import { EmailReportsScreen } from '@/features/platform/platform/email-reports-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { words } from '@/words/index.ts'

const { title } = words.emailReports.list
export const metadata: Metadata = { title }

export default function PlatformEmails() {
  return (
    <PlatformPage
      title={title}
      path="/platform/emails"
      route={listEmailReportsRoute}
      input={{ query: { limit: 1 } }}
    >
      {({ last_day }) => <EmailReportsScreen last_day={last_day} />}
    </PlatformPage>
  )
}
