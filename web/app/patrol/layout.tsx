import type { Metadata } from 'next'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { nowIso } from '@/lib/clock.ts'
import { ClockProvider } from '@/lib/clock-provider.tsx'
import { translator } from '@/lib/messages/server.ts'
import { PublicShell } from '@/ui/shell/public-shell.tsx'

export async function generateMetadata(): Promise<Metadata> {
  const t = await translator()
  return {
    title: t('patrol.title'),
    manifest: '/patrol.webmanifest',
    appleWebApp: { capable: true, title: t('patrol.title') },
    icons: { icon: '/icon.svg', apple: '/patrol-icon-192.png' },
  }
}

/** The pages have no data of a person or a lot, because they are kept on the device. */
export default async function PatrolLayout({ children }: { children: ReactNode }) {
  await connection()
  return (
    <ClockProvider at={nowIso()}>
      <PublicShell hasFooter={false} hasNav={false}>
        {children}
      </PublicShell>
    </ClockProvider>
  )
}
