import { Logo } from '@/ui/shell/logo.tsx'
import css from './shell.module.css'

/** The header of error pages, which makes no API calls. */
export function PlainHeader() {
  return (
    <header className={css.header}>
      <Logo />
    </header>
  )
}
