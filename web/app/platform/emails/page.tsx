import { listEmailReportsRoute } from '@openspot/contract/platform/email-reports.ts'
import { EmailReportsScreen } from '@/features/platform/platform/email-reports-screen.tsx'
import { PlatformPage } from '@/features/platform/platform/platform-page.tsx'
import { titleFrom, translator } from '@/lib/messages/server.ts'

export const generateMetadata = titleFrom((t) => t('emailReports.list.title'))

export default async function PlatformEmails() {
  const t = await translator()
  return (
    <PlatformPage
      title={t('emailReports.list.title')}
      path="/platform/emails"
      route={listEmailReportsRoute}
      input={{ query: { limit: 1 } }}
    >
      {({ last_day }) => <EmailReportsScreen last_day={last_day} />}
    </PlatformPage>
  )
}
