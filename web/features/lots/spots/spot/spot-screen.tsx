'use client'
import { Button } from '@mantine/core'
import { getSpotAvailabilityRoute } from '@openspot/contract/booking/availability.ts'
import { getSpotCalendarRoute, getSpotRoute, type StaffSpot } from '@openspot/contract/lots/spots.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { startOfLocalDay } from '@openspot/core/time/zone.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { SpotAvailabilityRules } from '@/features/lots/spots/availability-rules/spot-availability-rules.tsx'
import { SpotCalendar } from '@/features/lots/spots/calendar/spot-calendar.tsx'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons, Columns } from '@/ui/panel.tsx'
import { levelText } from '@/ui/spot/level-text.ts'
import { NotListed } from '@/ui/spot/not-listed.tsx'
import { spotWords } from '@/ui/spot/spot-words.ts'
import { ErrorState } from '@/ui/states.tsx'
import { AssigneePanel } from './assignee-panel.tsx'
import { SpotFacts } from './spot-facts.tsx'

const watched = [getSpotRoute, getSpotCalendarRoute, getSpotAvailabilityRoute]

/** One spot: its calendar, its availability rules, and its properties. */
export function SpotScreen({ lot, initial }: { lot: ConsoleLot; initial: StaffSpot }) {
  const t = useTranslations()
  const { now } = useClock()
  useLotEvents(lot.id, watched)
  const params = { spot_id: initial.id }
  const answer = useApiQuery(getSpotRoute, { params }, { client: 'admin', initialData: initial })
  const spot = answer.data ?? initial
  const today = isoOf(startOfLocalDay(lot.time_zone, minutesOf(now)))
  const availability = useApiQuery(
    getSpotAvailabilityRoute,
    { params, query: { starts_at: today } },
    { client: 'admin', keep: true },
  )
  const rules = availability.data?.availability_rules ?? []
  // Nobody needs a price for a spot that its assignee doesn't list.
  const isOffered = !spot.assigned_to || rules.some(({ kind }) => kind === 'OPEN')
  const isUnpriced = availability.data?.has_price === false && isOffered
  const noteOf = (id: string | null) =>
    id === null
      ? t('spotCalendar.notLet')
      : (rules.find((rule) => rule.id === id)?.note ?? t('spotCalendar.closed'))
  return (
    <>
      <PageHead
        back={<Link href={`/lots/${lot.id}/spots`}>{t('spotCalendar.title')}</Link>}
        title={t('spotCalendar.one', { label: spot.label })}
        text={[levelText(t, spot.level), ...spotWords(t, spot)].join(' · ')}
        action={
          <Buttons>
            <Button
              component={Link}
              size="sm"
              variant="default"
              href={`/lots/${lot.id}/reservations?spot_id=${spot.id}`}
            >
              {t('spotCalendar.reservations')}
            </Button>
            <Button
              component={Link}
              size="sm"
              variant="default"
              href={`/lots/${lot.id}/monitor?spot_id=${spot.id}`}
            >
              {t('spotCalendar.monitor')}
            </Button>
          </Buttons>
        }
      />
      <NotListed lot={lot} unpriced={isUnpriced ? 1 : 0} />
      <Columns
        side={
          <>
            <SpotFacts spot={spot} lot={lot} rules={rules} />
            <AssigneePanel spot={spot} lot={lot} />
          </>
        }
      >
        <SpotCalendar lot={lot} spot_id={spot.id} noteOf={noteOf} />
        {availability.isError && !availability.data ? (
          <ErrorState error={availability.error} onRetry={() => availability.refetch()} />
        ) : (
          <SpotAvailabilityRules spot={spot} lot={lot} rules={rules} />
        )}
      </Columns>
    </>
  )
}
