import type { ReactNode } from 'react'
import css from './choice.module.css'

/** Radio buttons, each on its own line with room for a plate or a card. */
export function Choice({
  name,
  legend,
  options,
  value,
  onChange,
}: {
  name: string
  legend: string
  options: readonly { value: string; content: ReactNode; aside?: ReactNode }[]
  value: string | null
  onChange: (value: string) => void
}) {
  return (
    <fieldset className={css.choice}>
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={css.option}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={css.content}>{option.content}</span>
          {option.aside ? <span className={css.aside}>{option.aside}</span> : null}
        </label>
      ))}
    </fieldset>
  )
}
