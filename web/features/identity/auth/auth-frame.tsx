import type { ReactNode } from 'react'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import css from './auth.module.css'

/** The page layout of all authentication forms. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    // What the header would offer is this page.
    <PublicShell tools={<></>}>
      <div className={css.frame}>
        <h1>{title}</h1>
        {children}
      </div>
    </PublicShell>
  )
}
