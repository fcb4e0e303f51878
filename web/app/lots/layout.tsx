import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { nowIso } from '@/lib/clock.ts'
import { ClockProvider } from '@/lib/clock-provider.tsx'
import { StaffShell } from '@/ui/shell/staff-shell.tsx'

export default async function StaffLayout({ children }: { children: ReactNode }) {
  await connection()
  return (
    <ClockProvider at={nowIso()}>
      <StaffShell>{children}</StaffShell>
    </ClockProvider>
  )
}
