import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { nowIso } from '@/lib/clock.ts'
import { ClockProvider } from '@/lib/clock-provider.tsx'
import { PlatformShell } from '@/ui/shell/platform-shell.tsx'

export default async function PlatformLayout({ children }: { children: ReactNode }) {
  await connection()
  return (
    <ClockProvider at={nowIso()}>
      <PlatformShell>{children}</PlatformShell>
    </ClockProvider>
  )
}
