'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Availability, createSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
import Link from 'next/link'
import { useState } from 'react'
import { calendarAnswers } from '@/features/lots/spots/calendar-answers.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Panel } from '@/ui/panel.tsx'
import { words } from '@/words/index.ts'
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
  const say = words.spotCalendar.availabilityRule
  const [adds, setAdds] = useState(false)
  const own = rules.filter((rule) => rule.spot_id !== null)
  const others = rules.filter((rule) => rule.spot_id === null)
  const isAssigned = spot.assigned_user_id !== null && spot.assigned_user_id !== undefined
  return (
    <Panel
      title={say.title}
      text={isAssigned ? say.textAssigned : say.text}
      action={
        lot.is_admin ? (
          <Button variant="default" size="sm" onClick={() => setAdds(true)}>
            {isAssigned ? say.add : say.addClosed}
          </Button>
        ) : null
      }
    >
      {own.length === 0 ? <p className={css.quiet}>{isAssigned ? say.noneAssigned : say.none}</p> : null}
      {own.length > 0 ? <AvailabilityRuleList rules={own} lot={lot} /> : null}
      {others.length > 0 ? (
        <p>
          {say.fromLot(others.length)}{' '}
          <Link href={`/lots/${lot.id}/spots?tab=closures`}>{say.seeClosures}</Link>
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
  const say = words.spotCalendar.availabilityRule
  const { now } = useClock()
  const send = useApiMutation(createSpotAvailabilityRoute, { client: 'admin', refresh: calendarAnswers })
  return (
    <AvailabilityRuleDialog
      lot={lot}
      title={canOpen ? say.add : say.addClosed}
      text={canOpen ? say.addText : say.closedText}
      go={words.common.save}
      start={availabilityRuleDraft(lot, now, null, canOpen ? 'OPEN' : 'CLOSED')}
      canOpen={canOpen}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSave={(draft) => {
        const body = availabilityRuleBody(draft, lot)
        if (!body) return
        send.mutate(
          { params: { spot_id: spot.id }, body: { kind: draft.kind, ...body } },
          {
            onSuccess: () => {
              onClose()
              notifications.show({ message: say.added })
            },
          },
        )
      }}
    />
  )
}
