import type { GetServerSideProps } from 'next'
import { useTranslations } from 'use-intl'
import { PrivacyScreen } from '@/features/platform/privacy/privacy-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { PublicHead } from '@/ui/public-head.tsx'
import { PublicShell } from '@/ui/shell/public-shell.tsx'

export const getServerSideProps: GetServerSideProps<{ now: string }> = async () => ({
  props: { now: nowIso() },
})

/** What is counted about visits, and the choice of this browser. */
export default function Privacy() {
  const t = useTranslations()
  return (
    <>
      <PublicHead
        title={t('usage.privacy.title')}
        description={t('usage.privacy.description')}
        path="/privacy"
      />
      <PublicShell isAsking={false}>
        <PrivacyScreen />
      </PublicShell>
    </>
  )
}
