'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  type Availability,
  deleteAvailabilityRoute,
  updateAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { useState } from 'react'
import { calendarAnswers } from '@/features/lots/spots/calendar-answers.ts'
import { rateText } from '@/features/lots/spots/rate-text.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { recurrenceText } from '@/ui/recurrence-text.ts'
import { useTimeFormat } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import {
  AvailabilityRuleDialog,
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
  const say = words.spotCalendar.availabilityRule
  const timeFormat = useTimeFormat(lot.time_zone)
  const [changed, setChanged] = useState<Availability | null>(null)
  const [dropped, setDropped] = useState<Availability | null>(null)
  return (
    <>
      <ul className={css.rules}>
        {rules.map((rule) => {
          const text = recurrenceText(rule, timeFormat)
          const more = [scopeOf?.(rule), rateText(rule.rates, lot.currency), rule.note]
          return (
            <li key={rule.id} className={css.rule}>
              <span className={css.kind} data-kind={rule.kind}>
                {say.kinds[rule.kind]}
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
                    aria-label={`${words.common.change}: ${text}`}
                    onClick={() => setChanged(rule)}
                  >
                    {words.common.change}
                  </Button>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    aria-label={`${words.common.remove}: ${text}`}
                    onClick={() => setDropped(rule)}
                  >
                    {words.common.remove}
                  </Button>
                </div>
              ) : null}
            </li>
          )
        })}
      </ul>
      {changed ? <ChangeAvailabilityRule rule={changed} lot={lot} onClose={() => setChanged(null)} /> : null}
      {dropped ? <DropAvailabilityRule rule={dropped} lot={lot} onClose={() => setDropped(null)} /> : null}
    </>
  )
}

interface OneAvailabilityRule {
  rule: Availability
  lot: ConsoleLot
  onClose: () => void
}

function ChangeAvailabilityRule({ rule, lot, onClose }: OneAvailabilityRule) {
  const say = words.spotCalendar.availabilityRule
  const { now } = useClock()
  const send = useApiMutation(updateAvailabilityRoute, { client: 'admin', refresh: calendarAnswers })
  return (
    <AvailabilityRuleDialog
      lot={lot}
      title={say.changeTitle}
      text={rule.kind === 'OPEN' ? say.openText : say.closedText}
      go={words.common.save}
      start={availabilityRuleDraft(lot, now, rule)}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSave={(draft) => {
        const body = availabilityRuleBody(draft, lot)
        if (!body) return
        send.mutate(
          { params: { availability_id: rule.id }, body },
          {
            onSuccess: () => {
              onClose()
              notifications.show({ message: say.changed })
            },
          },
        )
      }}
    />
  )
}

function DropAvailabilityRule({ rule, lot, onClose }: OneAvailabilityRule) {
  const say = words.spotCalendar.availabilityRule
  const timeFormat = useTimeFormat(lot.time_zone)
  const send = useApiMutation(deleteAvailabilityRoute, { client: 'admin', refresh: calendarAnswers })
  return (
    <ConfirmDialog
      opened
      title={say.dropTitle(say.kinds[rule.kind], recurrenceText(rule, timeFormat))}
      text={rule.kind === 'OPEN' ? say.dropOpen : say.dropClosed}
      yes={words.common.remove}
      no={say.keep}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onYes={() => send.mutate({ params: { availability_id: rule.id } }, { onSuccess: onClose })}
    />
  )
}
