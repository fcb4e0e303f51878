'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Availability, createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { calendarAnswers } from '@/features/lots/spots/calendar-answers.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Panel } from '@/ui/panel.tsx'
import {
  AvailabilityRuleDialog,
  availabilityRuleBody,
  availabilityRuleDraft,
} from './availability-rule-dialog.tsx'
import { AvailabilityRuleList } from './availability-rule-list.tsx'
import css from './availability-rules.module.css'

/** The availability rules that open or close a spot: its own, and those of its zone and lot. */
export function SpotAvailabilityRules({
  spot,
  lot,
  rules,
}: {
  spot: StaffSpot
  lot: ConsoleLot
  rules: readonly Availability[]
}) {
  const t = useTranslations()
  const [adds, setAdds] = useState(false)
  const own = rules.filter((rule) => rule.spot_id !== null)
  const others = rules.filter((rule) => rule.spot_id === null)
  const isAssigned = spot.assigned_user_id !== null && spot.assigned_user_id !== undefined
  return (
    <Panel
      title={t('spotCalendar.availabilityRule.title')}
      text={
        isAssigned ? t('spotCalendar.availabilityRule.textAssigned') : t('spotCalendar.availabilityRule.text')
      }
      action={
        lot.is_admin ? (
          <Button variant="default" size="sm" onClick={() => setAdds(true)}>
            {isAssigned
              ? t('spotCalendar.availabilityRule.add')
              : t('spotCalendar.availabilityRule.addClosed')}
          </Button>
        ) : null
      }
    >
      {own.length === 0 ? (
        <p className={css.quiet}>
          {isAssigned
            ? t('spotCalendar.availabilityRule.noneAssigned')
            : t('spotCalendar.availabilityRule.none')}
        </p>
      ) : null}
      {own.length > 0 ? <AvailabilityRuleList rules={own} lot={lot} /> : null}
      {others.length > 0 ? (
        <p>
          {t('spotCalendar.availabilityRule.fromLot', { count: others.length })}{' '}
          <Link href={`/lots/${lot.id}/spots?tab=closures`}>
            {t('spotCalendar.availabilityRule.seeClosures')}
          </Link>
        </p>
      ) : null}
      {adds ? (
        <AddAvailabilityRule spot={spot} lot={lot} canOpen={isAssigned} onClose={() => setAdds(false)} />
      ) : null}
    </Panel>
  )
}

function AddAvailabilityRule({
  spot,
  lot,
  canOpen,
  onClose,
}: {
  spot: StaffSpot
  lot: ConsoleLot
  canOpen: boolean
  onClose: () => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const send = useApiMutation(createSpotAvailabilityRoute, { client: 'admin', refresh: calendarAnswers })
  return (
    <AvailabilityRuleDialog
      lot={lot}
      title={canOpen ? t('spotCalendar.availabilityRule.add') : t('spotCalendar.availabilityRule.addClosed')}
      text={
        canOpen ? t('spotCalendar.availabilityRule.addText') : t('spotCalendar.availabilityRule.closedText')
      }
      go={t('common.save')}
      start={availabilityRuleDraft(t, lot, now, null, canOpen ? 'OPEN' : 'CLOSED')}
      canOpen={canOpen}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSave={(draft) => {
        const body = availabilityRuleBody(t, draft, lot)
        if (!body) return
        send.mutate(
          { params: { spot_id: spot.id }, body: { kind: draft.kind, ...body } },
          {
            onSuccess: () => {
              onClose()
              notifications.show({ message: t('spotCalendar.availabilityRule.added') })
            },
          },
        )
      }}
    />
  )
}
