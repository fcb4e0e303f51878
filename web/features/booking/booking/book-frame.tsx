import type { ReactNode } from 'react'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { words } from '@/words/index.ts'
import css from './booking.module.css'

/** The checkout layout: a summary of the booking on one side, the form on the other. */
export function BookFrame({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <PublicShell wide>
      <div className={css.page}>
        <h1>{words.booking.title}</h1>
        <div className={css.side}>{summary}</div>
        <div className={css.form}>{children}</div>
      </div>
    </PublicShell>
  )
}
