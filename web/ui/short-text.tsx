import css from './short-text.module.css'

/** A text of unknown length in a table, such as an ID or an address: on a desk it is cut, so that the columns after it stay in the window. */
export function ShortText({ text }: { text: string }) {
  return (
    <span className={css.short} title={text}>
      {text}
    </span>
  )
}
