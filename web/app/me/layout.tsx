import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { nowIso } from '@/lib/clock.ts'
import { ClockProvider } from '@/lib/clock-provider.tsx'
import { DriverNav } from '@/ui/shell/driver-nav.tsx'
import { MyStaffTools } from '@/ui/shell/my-staff-tools.tsx'
import { PublicShell } from '@/ui/shell/public-shell.tsx'

export default async function DriverLayout({ children }: { children: ReactNode }) {
  await connection()
  return (
    <ClockProvider at={nowIso()}>
      <PublicShell tools={<MyStaffTools />} below={<DriverNav />}>
        {children}
      </PublicShell>
    </ClockProvider>
  )
}
