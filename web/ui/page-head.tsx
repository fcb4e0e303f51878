import type { ReactNode } from 'react'
import css from './page-head.module.css'

/** The title of a screen, with what can be done at its right. */
export function PageHead({ title, text, action }: { title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <header className={css.head}>
      <div>
        <h1>{title}</h1>
        {text ? <p>{text}</p> : null}
      </div>
      {action}
    </header>
  )
}
