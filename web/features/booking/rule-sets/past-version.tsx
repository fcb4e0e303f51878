'use client'
import { Button } from '@mantine/core'
import type { Zone } from '@openspot/contract/booking/prices.ts'
import { getRuleSetRoute, type RuleSet } from '@openspot/contract/booking/rule-sets.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './rule-sets.module.css'
import { rulesText } from './rules-text.ts'

const say = words.ruleSets

/** A previous version of a rule set. It cannot be changed, but its rules can be restored. */
export function PastVersion({
  lot,
  set,
  version,
  zones,
  onReuse,
  onBack,
}: {
  lot: ConsoleLot
  set: RuleSet
  version: number
  zones: readonly Zone[]
  onReuse: (past: RuleSet) => void
  onBack: () => void
}) {
  const answer = useApiQuery(
    getRuleSetRoute,
    { params: { rule_set_id: set.id }, query: { version } },
    { client: 'admin' },
  )
  const back = (
    <Button variant="default" onClick={onBack}>
      {say.toForm}
    </Button>
  )
  if (answer.isPending) return <CardSkeleton />
  if (!answer.data) {
    if (answer.error?.status === 404 || answer.error?.status === 400) {
      return <EmptyState title={say.pastGone} text={say.pastText} action={back} />
    }
    return <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
  }
  const past = answer.data
  return (
    <Panel title={say.pastTitle(version)} text={say.pastText}>
      <p>
        {say.pastSince} <Moment at={past.changed_at} zone={lot.time_zone} inside />
      </p>
      <Sentences sentences={rulesText(past.rules, zones)} />
      <Buttons>
        {lot.is_admin ? <Button onClick={() => onReuse(past)}>{say.takeOver}</Button> : null}
        {back}
      </Buttons>
    </Panel>
  )
}

/** Read-only list of rules. */
export function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <ul className={css.sentences}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
