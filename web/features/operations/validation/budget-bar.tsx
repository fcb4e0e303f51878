import { Progress } from '@mantine/core'
import css from './validation.module.css'

/** How much of a budget is used, as a sentence and a bar. */
export function BudgetBar({ label, used, budget }: { label: string; used: number; budget: number | null }) {
  const percent = budget === null ? 0 : Math.min(100, (used * 100) / budget)
  return (
    <div className={css.bar}>
      <span>{label}</span>
      {budget === null ? null : (
        <Progress value={percent} color={percent >= 90 ? 'red' : 'green'} aria-label={label} />
      )}
    </div>
  )
}
