'use client'
import { Button } from '@mantine/core'
import type { Zone } from '@openspot/contract/booking/prices.ts'
import { getRuleSetRoute, type RuleSet } from '@openspot/contract/booking/rule-sets.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { CardSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { fineTermsText } from './fine-terms-text.ts'
import css from './rule-sets.module.css'
import { rulesText } from './rules-text.ts'

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
  const t = useTranslations()
  const answer = useApiQuery(
    getRuleSetRoute,
    { params: { rule_set_id: set.id }, query: { version } },
    { client: 'admin' },
  )
  const back = (
    <Button variant="default" onClick={onBack}>
      {t('ruleSets.toForm')}
    </Button>
  )
  if (answer.isPending) return <CardSkeleton />
  if (!answer.data) {
    if (answer.error?.status === 404 || answer.error?.status === 400) {
      return <EmptyState title={t('ruleSets.pastGone')} text={t('ruleSets.pastText')} action={back} />
    }
    return <ErrorState error={answer.error} onRetry={() => answer.refetch()} />
  }
  const past = answer.data
  return (
    <Panel title={t('ruleSets.pastTitle', { version: String(version) })} text={t('ruleSets.pastText')}>
      <p>
        {t.rich('ruleSets.pastSince', {
          time: tag(<Moment at={past.changed_at} zone={lot.time_zone} inside />),
        })}
      </p>
      <Sentences
        sentences={[...rulesText(t, past.rules, zones), ...fineTermsText(t, past.fine_terms, lot.currency)]}
      />
      <Buttons>
        {lot.is_admin ? <Button onClick={() => onReuse(past)}>{t('ruleSets.takeOver')}</Button> : null}
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
