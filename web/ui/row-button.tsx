import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import css from './row-button.module.css'

/** The name of a row in a table, as a button that opens or narrows it. */
export function RowButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <UnstyledButton className={css.open} onClick={onClick}>
      {children}
    </UnstyledButton>
  )
}
