import { Logo } from '@/ui/shell/logo.tsx'
import css from './shell.module.css'

/** The header of pages that must stand when all else fails: nothing in it asks the API. */
export function PlainHeader() {
  return (
    <header className={css.header}>
      <Logo />
    </header>
  )
}
