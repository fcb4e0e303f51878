import css from './patrol.module.css'

/** Why the button below can't be pressed yet. It is always shown, because `GatedButton` loads its hint, which needs a connection. */
export function WhyNot({ why }: { why: string | null }) {
  return (
    <p className={css.whyNot} role="status">
      {why}
    </p>
  )
}
