'use client'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { words } from '@/words/index.ts'
import { LogoPanel } from './logo-panel.tsx'

/** The page for the logo of a lot. */
export function LogoScreen({ lot }: { lot: ConsoleLot }) {
  return (
    <>
      <PageHead title={words.logo.title} text={words.logo.text} />
      <LogoPanel lot={lot} />
    </>
  )
}
