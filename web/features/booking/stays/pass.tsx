'use client'
import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { IconRoute } from '@tabler/icons-react'
import { useClock } from '@/lib/clock-provider.tsx'
import { directionsUrl } from '@/lib/directions.ts'
import { phaseOf } from '@/lib/stay-phase.ts'
import { Plate } from '@/ui/plate.tsx'
import { Moment, Stay, TimeLeft } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './pass.module.css'

/** The pass: everything needed on the way and at the spot, on one card that is readable at arm's length. */
export function Pass({ stay, heading = 'h2' }: { stay: Reservation; heading?: 'h1' | 'h2' }) {
  const { now } = useClock()
  const phase = phaseOf(stay, now)
  const Heading = heading
  const zone = stay.lot.time_zone
  return (
    <article className={css.pass} data-phase={phase}>
      <header className={css.passHead}>
        <div>
          <Heading>{stay.lot.name}</Heading>
          <p>{[stay.lot.street, stay.lot.city].filter(Boolean).join(', ')}</p>
        </div>
        <span className={css.status} data-phase={phase}>
          {phase === 'running' && stay.status === 'ACTIVE'
            ? words.driver.running
            : words.driver.statuses[stay.status]}
        </span>
      </header>
      <div className={css.passBody}>
        <div className={css.bay}>
          <div className={css.bayInner}>
            <span className={css.bayWord}>{words.driver.spot}</span>
            <span className={css.bayLabel} data-long={stay.spot.label.length > 4 || undefined}>
              {stay.spot.label}
            </span>
            {Math.abs(stay.spot.level) > 1 || stay.spot.level < 0 ? (
              <span className={css.bayWord}>{words.driver.level(stay.spot.level)}</span>
            ) : null}
          </div>
        </div>
        <div className={css.facts}>
          {phase === 'running' && stay.ends_at ? (
            <p className={css.left}>
              <TimeLeft ends_at={stay.ends_at} zone={zone} />
            </p>
          ) : (
            <p className={css.begin}>
              <Moment at={stay.starts_at} zone={zone} />
            </p>
          )}
          <p className={css.stay}>
            <Stay starts_at={stay.starts_at} ends_at={stay.ends_at} zone={zone} />
          </p>
        </div>
      </div>
      <div className={css.passPlate}>
        {stay.car ? (
          <Plate plate={stay.car.plate} region={stay.car.region || null} size="lg" />
        ) : (
          <p className={css.quiet}>{words.driver.noPlate}</p>
        )}
      </div>
      {phase === 'running' || phase === 'ahead' ? (
        <footer className={css.passFoot}>
          <Button
            component="a"
            href={directionsUrl(stay.lot)}
            target="_blank"
            rel="noopener"
            h={48}
            leftSection={<IconRoute size={18} aria-hidden="true" />}
          >
            {words.driver.directions}
          </Button>
        </footer>
      ) : null}
    </article>
  )
}
