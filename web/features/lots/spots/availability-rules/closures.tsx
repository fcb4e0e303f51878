'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { createLotClosureRoute, listLotClosuresRoute } from '@openspot/contract/booking/availability.ts'
import { listZonesRoute, type Zone } from '@openspot/contract/booking/prices.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { calendarAnswers } from '@/features/lots/spots/calendar-answers.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { Panel } from '@/ui/panel.tsx'
import { EmptyState } from '@/ui/states.tsx'
import {
  AvailabilityRuleDialog,
  availabilityRuleBody,
  availabilityRuleDraft,
} from './availability-rule-dialog.tsx'
import { AvailabilityRuleList } from './availability-rule-list.tsx'

/** Closures of the whole lot or a zone: blackouts and maintenance. */
export function Closures({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const closures = useApiQuery(listLotClosuresRoute, { params }, { client: 'admin' })
  const zones = useApiQuery(listZonesRoute, { params }, { client: 'admin' })
  const [adds, setAdds] = useState(false)
  const items = closures.data?.items ?? []
  const add = lot.is_admin ? (
    <Button size="sm" variant="default" onClick={() => setAdds(true)}>
      {t('spotCalendar.closures.add')}
    </Button>
  ) : null
  return (
    <Panel
      title={t('spotCalendar.closures.title')}
      text={t('spotCalendar.closures.text')}
      action={items.length > 0 ? add : null}
    >
      <QueryState answer={closures} rows={2} />
      {closures.data && items.length === 0 ? (
        <EmptyState
          title={t('spotCalendar.closures.emptyTitle')}
          text={t('spotCalendar.closures.emptyText')}
          action={add}
        />
      ) : null}
      {items.length > 0 ? (
        <AvailabilityRuleList
          rules={items}
          lot={lot}
          scopeOf={({ zone_id }) =>
            zone_id === null
              ? t('spotCalendar.availabilityRule.wholeLot')
              : (zones.data?.items.find(({ id }) => id === zone_id)?.name ?? null)
          }
        />
      ) : null}
      {adds ? <AddClosure lot={lot} zones={zones.data?.items ?? []} onClose={() => setAdds(false)} /> : null}
    </Panel>
  )
}

function AddClosure({
  lot,
  zones,
  onClose,
}: {
  lot: ConsoleLot
  zones: readonly Zone[]
  onClose: () => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const send = useApiMutation(createLotClosureRoute, { client: 'admin', refresh: calendarAnswers })
  return (
    <AvailabilityRuleDialog
      lot={lot}
      title={t('spotCalendar.closures.add')}
      text={t('spotCalendar.closures.addText')}
      go={t('spotCalendar.closures.go')}
      start={availabilityRuleDraft(t, lot, now, null)}
      zones={zones}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onSave={(draft) => {
        const body = availabilityRuleBody(t, draft, lot)
        if (!body) return
        send.mutate(
          { params: { lot_id: lot.id }, body: { ...body, zone_id: draft.zone_id } },
          {
            onSuccess: ({ reservations_in_it }) => {
              onClose()
              notifications.show({ message: t('spotCalendar.closures.done', { stays: reservations_in_it }) })
            },
          },
        )
      }}
    />
  )
}
