'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type Availability,
  deleteAvailabilityRoute,
  updateAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { calendarAnswers } from '@/features/lots/spots/calendar-answers.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useReloadOn } from '@/lib/use-edit.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { rateText } from '@/ui/rate-text.ts'
import { recurrenceText } from '@/ui/recurrence-text.ts'
import { useTimeFormat } from '@/ui/time.tsx'
import {
  AvailabilityRuleDialog,
  type AvailabilityRuleDraft,
  availabilityRuleBody,
  availabilityRuleDraft,
} from './availability-rule-dialog.tsx'
import css from './availability-rules.module.css'

/** Availability rules as sentences, each with its actions. */
export function AvailabilityRuleList({
  rules,
  lot,
  scopeOf,
}: {
  rules: readonly Availability[]
  lot: ConsoleLot
  /** Returns what an availability rule applies to if that is not obvious: the lot or a zone. */
  scopeOf?: (rule: Availability) => string | null
}) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(lot.time_zone)
  const [changed, setChanged] = useState<Availability | null>(null)
  const [dropped, setDropped] = useState<Availability | null>(null)
  return (
    <>
      <ul className={css.rules}>
        {rules.map((rule) => {
          const text = recurrenceText(t, rule, timeFormat)
          const more = [scopeOf?.(rule), rateText(t, rule.rates, lot.currency), rule.note]
          return (
            <li key={rule.id} className={css.rule}>
              <span className={css.kind} data-kind={rule.kind}>
                {t(`spotCalendar.availabilityRule.kinds.${rule.kind}`)}
              </span>
              <div className={css.text}>
                <p>{text}</p>
                <p className={css.quiet}>{more.filter(Boolean).join(' · ')}</p>
              </div>
              {lot.is_admin ? (
                <div className={css.buttons}>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`${t('common.change')}: ${text}`}
                    onClick={() => setChanged(rule)}
                  >
                    {t('common.change')}
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`${t('common.delete')}: ${text}`}
                    onClick={() => setDropped(rule)}
                  >
                    {t('common.delete')}
                  </Button>
                </div>
              ) : null}
            </li>
          )
        })}
      </ul>
      {changed ? (
        <ChangeAvailabilityRule
          key={changed.version}
          rule={changed}
          current={rules.find(({ id }) => id === changed.id) ?? changed}
          lot={lot}
          onReload={setChanged}
          onClose={() => setChanged(null)}
        />
      ) : null}
      {dropped ? <DropAvailabilityRule rule={dropped} lot={lot} onClose={() => setDropped(null)} /> : null}
    </>
  )
}

interface OneAvailabilityRule {
  rule: Availability
  lot: ConsoleLot
  onClose: () => void
}

function ChangeAvailabilityRule({
  rule,
  current,
  lot,
  onReload,
  onClose,
}: OneAvailabilityRule & {
  /** The rule as it is saved now. */
  current: Availability
  onReload: (current: Availability) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const send = useApiMutation(updateAvailabilityRoute, { client: 'admin', refresh: calendarAnswers })
  const onError = useReloadOn('availability_changed', calendarAnswers)
  const save = (draft: AvailabilityRuleDraft, version: number) => {
    const body = availabilityRuleBody(t, draft, lot)
    if (!body) return
    send.mutate(
      { params: { availability_id: rule.id }, body: { ...body, version } },
      {
        onError,
        onSuccess: () => {
          onClose()
          notifications.show({ message: t('spotCalendar.availabilityRule.changed') })
        },
      },
    )
  }
  return (
    <AvailabilityRuleDialog
      lot={lot}
      title={t('spotCalendar.availabilityRule.changeTitle')}
      text={
        rule.kind === 'OPEN'
          ? t('spotCalendar.availabilityRule.openText')
          : t('spotCalendar.availabilityRule.closedText')
      }
      go={t('common.save')}
      start={availabilityRuleDraft(t, lot, now, rule)}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      conflict={{
        current: availabilityRuleDraft(t, lot, now, current),
        onReload: () => onReload(current),
        onAgain: (draft) => save(draft, current.version),
      }}
      onSave={(draft) => save(draft, rule.version)}
    />
  )
}

function DropAvailabilityRule({ rule, lot, onClose }: OneAvailabilityRule) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(lot.time_zone)
  const send = useApiMutation(deleteAvailabilityRoute, { client: 'admin', refresh: calendarAnswers })
  return (
    <ConfirmDialog
      opened
      title={t('spotCalendar.availabilityRule.dropTitle', {
        kind: t(`spotCalendar.availabilityRule.kinds.${rule.kind}`),
        when: recurrenceText(t, rule, timeFormat),
      })}
      text={
        rule.kind === 'OPEN'
          ? t('spotCalendar.availabilityRule.dropOpen')
          : t('spotCalendar.availabilityRule.dropClosed')
      }
      yes={t('common.delete')}
      no={t('spotCalendar.availabilityRule.keep')}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onYes={() => send.mutate({ params: { availability_id: rule.id } }, { onSuccess: onClose })}
    />
  )
}
