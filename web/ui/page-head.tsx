import type { ReactNode } from 'react'
import css from './page-head.module.css'

/** The title of a screen, with the way back over it and what can be done at its right. */
export function PageHead({
  back,
  title,
  text,
  action,
}: {
  /** A link to the screen this one is a part of. */
  back?: ReactNode
  title: string
  text?: ReactNode
  action?: ReactNode
}) {
  return (
    <header className={css.head}>
      <div>
        {back ? <p className={css.back}>{back}</p> : null}
        <h1>{title}</h1>
        {text ? <p>{text}</p> : null}
      </div>
      {action}
    </header>
  )
}
