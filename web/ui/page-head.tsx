import type { ReactNode } from 'react'
import css from './page-head.module.css'

/** The title of a screen with a back link above and actions on the right. */
export function PageHead({
  back,
  title,
  text,
  action,
}: {
  /** A link to the parent screen. */
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
