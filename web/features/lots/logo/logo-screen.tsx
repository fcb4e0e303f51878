'use client'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { LogoPanel } from './logo-panel.tsx'

/** The page for the logo of a lot. */
export function LogoScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  return (
    <>
      <PageHead title={t('logo.title')} text={t('logo.text')} />
      <LogoPanel lot={lot} />
    </>
  )
}
