import { type ReactNode, useId } from 'react'
import css from './panel.module.css'

/** A card with its own heading and actions on the right. */
export function Panel({
  title,
  text,
  action,
  children,
}: {
  title: string
  text?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={css.panel} aria-labelledby={id}>
      <header className={css.head}>
        <div>
          <h2 id={id}>{title}</h2>
          {text ? <p>{text}</p> : null}
        </div>
        {action}
      </header>
      {children}
    </section>
  )
}

/** A list of labeled facts; unknown ones are omitted. */
export function Facts({ items }: { items: readonly (readonly [word: string, fact: ReactNode])[] }) {
  const known = items.filter(([, fact]) => fact !== null && fact !== undefined && fact !== '')
  return (
    <dl className={css.facts}>
      {known.map(([word, fact]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Buttons at the end of a form or dialog. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className={css.buttons}>{children}</div>
}

/** The fields of a form in a column. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={css.fields}>{children}</div>
}

/** Fields in a row if there is room. */
export function FieldRow({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  return (
    <div className={css.row} data-wide={isWide || undefined}>
      {children}
    </div>
  )
}

/** Two columns if there is room: the main content and the side content. */
export function Columns({
  children,
  side,
  isSideFirst = false,
}: {
  children: ReactNode
  side: ReactNode
  /** Without room for two, the side comes first, because the main content is still empty. */
  isSideFirst?: boolean
}) {
  return (
    <div className={css.columns} data-side-first={isSideFirst || undefined}>
      <div className={css.column}>{children}</div>
      <div className={css.aside}>{side}</div>
    </div>
  )
}
