import type { GetServerSideProps } from 'next'
import Head from 'next/head'
import { useTranslations } from 'use-intl'
import { PrivacyScreen } from '@/features/platform/privacy/privacy-screen.tsx'
import { nowIso } from '@/lib/clock.ts'
import { PublicShell } from '@/ui/shell/public-shell.tsx'

export const getServerSideProps: GetServerSideProps<{ now: string }> = async () => ({
  props: { now: nowIso() },
})

/** What is counted about visits, and the choice of this browser. */
export default function Privacy() {
  const t = useTranslations()
  return (
    <>
      <Head>
        <title>{`${t('usage.privacy.title')} · ${t('common.product')}`}</title>
      </Head>
      <PublicShell isAsking={false}>
        <PrivacyScreen />
      </PublicShell>
    </>
  )
}
