import type { ReactNode } from 'react'
import css from './status-word.module.css'

/** A status with a mark: a ring for pending, filled for done, a bar for failed. */
export function StatusWord({
  tone,
  children,
}: {
  tone: 'ahead' | 'now' | 'done' | 'bad'
  children: ReactNode
}) {
  return (
    <span className={css.status} data-tone={tone}>
      <span className={css.mark} aria-hidden="true" />
      {children}
    </span>
  )
}

export const payoutTones = { PENDING: 'ahead', SENT: 'now', PAID: 'done', FAILED: 'bad' } as const
export const earningTones = { NOT_DUE: 'ahead', DUE: 'now', PAID_OUT: 'done', BELOW_ZERO: 'bad' } as const
