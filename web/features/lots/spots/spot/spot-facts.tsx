'use client'
import { Button } from '@mantine/core'
import {
  type Availability,
  createSpotAvailabilityRoute,
  deleteAvailabilityRoute,
} from '@openspot/contract/booking/availability.ts'
import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import type { StaffSpot } from '@openspot/contract/lots/spots.ts'
import { spotFactNames } from '@openspot/core/spots/spot-facts.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { calendarAnswers } from '@/features/lots/spots/calendar-answers.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { boundsText, rateText } from '@/ui/rate-text.ts'
import { levelText } from '@/ui/spot/level-text.ts'
import { RemoveSpot } from './remove-spot.tsx'
import { SpotDialog } from './spot-dialog.tsx'
import css from './spot-screen.module.css'

type Action = 'edit' | 'out' | 'back' | 'drop'

/** The properties of a spot, with admin actions on it. */
export function SpotFacts({
  spot,
  lot,
  rules,
}: {
  spot: StaffSpot
  lot: ConsoleLot
  rules: readonly Availability[]
}) {
  const t = useTranslations()
  const [action, setAction] = useState<Action | null>(null)
  const { now } = useClock()
  const zones = useApiQuery(listZonesRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const zone = zones.data?.items.find(({ id }) => id === spot.zone_id)
  const out = rules.find((rule) => isOutOfOrder(rule, now))
  const close = () => setAction(null)
  return (
    <Panel title={t('spotCalendar.facts.title')}>
      <Facts
        items={[
          [t('spotCalendar.facts.kind'), t(`spot.types.${spot.type}`)],
          [
            t('spotCalendar.facts.features'),
            spot.features.map((one) => t(`spot.features.${one}`)).join(t('common.comma')),
          ],
          [t('spotCalendar.facts.level'), levelText(t, spot.level)],
          [t('spotCalendar.facts.zone'), zone?.name],
          [
            t('spotCalendar.facts.rates'),
            rateText(t, spot.rates, lot.currency) || t('spotCalendar.facts.usualRates'),
          ],
          [t('spotCalendar.facts.bounds.title'), boundsText(t, spot, lot.currency)],
          ...spotFactNames.map((fact) => [t(`spotCalendar.facts.${fact}`), spot[fact]] as const),
        ]}
      />
      {lot.is_admin ? (
        <div className={css.actions}>
          <Button variant="default" onClick={() => setAction('edit')}>
            {t('spotCalendar.facts.edit')}
          </Button>
          <Button variant="default" onClick={() => setAction(out ? 'back' : 'out')}>
            {out ? t('spotCalendar.facts.putBack') : t('spotCalendar.facts.takeOut')}
          </Button>
          <Button variant="default" onClick={() => setAction('drop')}>
            {t('spotCalendar.facts.drop')}
          </Button>
        </div>
      ) : null}
      {action === 'edit' ? (
        <SpotDialog spot={spot} lot={lot} zones={zones.data?.items ?? []} onClose={close} />
      ) : null}
      {action === 'out' ? <TakeOut spot={spot} onClose={close} /> : null}
      {action === 'back' && out ? <PutBack rule={out} onClose={close} /> : null}
      {action === 'drop' ? <RemoveSpot spot={spot} lot={lot} onClose={close} /> : null}
    </Panel>
  )
}

/** Closed without an end: a spot that is out of service until someone reopens it. */
const isOutOfOrder = ({ spot_id, kind, starts_at, ends_at }: Availability, now: string): boolean =>
  spot_id !== null && kind === 'CLOSED' && ends_at === null && minutesOf(starts_at) <= minutesOf(now)

function TakeOut({ spot, onClose }: { spot: StaffSpot; onClose: () => void }) {
  const t = useTranslations()
  const { now } = useClock()
  const send = useApiMutation(createSpotAvailabilityRoute, { client: 'admin', refresh: calendarAnswers })
  return (
    <ConfirmDialog
      opened
      title={t('spotCalendar.facts.outTitle', { label: spot.label })}
      text={t('spotCalendar.facts.outText')}
      yes={t('spotCalendar.facts.takeOut')}
      no={t('common.cancel')}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onYes={() =>
        send.mutate(
          {
            params: { spot_id: spot.id },
            body: {
              kind: 'CLOSED',
              starts_at: isoOf(Math.floor(minutesOf(now))),
              ends_at: null,
              note: t('spotCalendar.facts.outNote'),
            },
          },
          { onSuccess: onClose },
        )
      }
    />
  )
}

function PutBack({ rule, onClose }: { rule: Availability; onClose: () => void }) {
  const t = useTranslations()
  const send = useApiMutation(deleteAvailabilityRoute, { client: 'admin', refresh: calendarAnswers })
  return (
    <ConfirmDialog
      opened
      title={t('spotCalendar.facts.backTitle')}
      text={t('spotCalendar.facts.backText')}
      yes={t('spotCalendar.facts.putBack')}
      no={t('common.cancel')}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onYes={() => send.mutate({ params: { availability_id: rule.id } }, { onSuccess: onClose })}
    />
  )
}
