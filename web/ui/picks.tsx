import css from './picks.module.css'

/** Checkboxes as chips that read as a sentence. */
export function CheckboxChips<Value extends string>({
  legend,
  options,
  chosen,
  onChange,
  error,
}: {
  legend: string
  options: readonly { value: Value; label: string }[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
  error?: string | null
}) {
  const toggle = (value: Value) =>
    onChange(
      options
        .map((option) => option.value)
        .filter((one) => (one === value ? !chosen.includes(one) : chosen.includes(one))),
    )
  return (
    <fieldset className={css.picks}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value} className={css.pick}>
          <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />
          {label}
        </label>
      ))}
      {error ? (
        <p className={css.error} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}
