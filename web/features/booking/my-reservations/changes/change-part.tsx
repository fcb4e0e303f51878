'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import { plusLocalMonths } from '@openspot/core/time/zone.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { PayEnding } from '@/lib/pay-ending.ts'
import { phaseOf } from '@/lib/reservation-phase.ts'
import { CarDialog } from './car-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import css from './changes.module.css'
import { useChangeInput } from './use-change-input.ts'

/** How many more minutes "as long as possible" requests. */
const FAR_MINUTES = 720

/** The possible changes of an upcoming or current reservation. */
export function ChangePart({
  reservation,
  onEnding,
}: {
  reservation: Reservation
  /** The payment for a change failed: the change is held and awaits payment. */
  onEnding: (ending: PayEnding | null) => void
}) {
  const t = useTranslations()
  const { now } = useClock()
  const [input, setInput] = useChangeInput()
  const [choosesCar, setChoosesCar] = useState(false)
  const isRunning = phaseOf(reservation, now) === 'running'
  const { ends_at } = reservation
  const longer = (minutes: number) => isoOf(minutesOf(ends_at ?? reservation.starts_at) + minutes)
  return (
    <section className={css.part} aria-label={t('change.title')}>
      <h2>{isRunning && ends_at !== null ? t('change.longer') : t('change.title')}</h2>
      {ends_at === null ? null : (
        <fieldset className={css.chips}>
          <legend className={isRunning ? 'sr-only' : undefined}>{t('change.longer')}</legend>
          <Button variant="light" onClick={() => setInput({ kind: 'extend', ends_at: longer(30) })}>
            {t('change.plusHalf')}
          </Button>
          <Button variant="light" onClick={() => setInput({ kind: 'extend', ends_at: longer(60) })}>
            {t('change.plusHour')}
          </Button>
          <Button
            variant="light"
            onClick={() => setInput({ kind: 'extend', ends_at: longer(FAR_MINUTES), far: true })}
          >
            {t('change.far')}
          </Button>
          <Button variant="light" onClick={() => setInput({ kind: 'extend', ends_at: longer(120) })}>
            {t('change.own')}
          </Button>
        </fieldset>
      )}
      <div className={css.more}>
        {!isRunning && ends_at !== null ? (
          <>
            <Button variant="default" onClick={() => setInput({ kind: 'times' })}>
              {t('change.times')}
            </Button>
            <Button variant="default" onClick={() => setInput({ kind: 'move' })}>
              {t('change.move')}
            </Button>
          </>
        ) : null}
        {ends_at === null ? (
          <Button
            variant="default"
            onClick={() => setInput({ kind: 'end_on', ends_at: aMonthOn(reservation, now) })}
          >
            {t('change.endOn')}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => setChoosesCar(true)}>
          {t('change.car')}
        </Button>
      </div>
      {input ? (
        <ChangeDialog
          reservation={reservation}
          input={input}
          onInput={setInput}
          onClose={() => setInput(null)}
          onDone={() => {
            setInput(null)
            onEnding(null)
            notifications.show({ message: t('change.done') })
          }}
          onEnding={(ending) => {
            setInput(null)
            onEnding(ending)
          }}
        />
      ) : null}
      <CarDialog reservation={reservation} opened={choosesCar} onClose={() => setChoosesCar(false)} />
    </section>
  )
}

/** Returns the end of the current month of an open-ended reservation. */
function aMonthOn(reservation: Reservation, now: string): string {
  const first = minutesOf(reservation.starts_at)
  let months = 1
  while (plusLocalMonths(reservation.lot.time_zone, first, months) <= minutesOf(now)) months += 1
  return isoOf(plusLocalMonths(reservation.lot.time_zone, first, months))
}
