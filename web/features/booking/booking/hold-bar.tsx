'use client'
import { Button } from '@mantine/core'
import type { PageHold } from '@openspot/contract/booking/page-holds.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import css from './hold-bar.module.css'
import type { PageHoldState } from './use-page-hold.ts'

/** How long the page holds its spot, in sight wherever the page is scrolled; what to do when that is over. */
export function HoldBar({
  state,
  onRenew,
  onRunOut,
}: {
  state: PageHoldState
  onRenew: () => Promise<void>
  onRunOut: () => void
}) {
  const t = useTranslations()
  const [isRenewing, setIsRenewing] = useState(false)
  const { outcome, hold } = state
  if (outcome === 'ASKING' || outcome === 'HAS_ONE' || outcome === 'NOT_SOLD' || outcome === 'TAKEN')
    return null
  if (hold) return <Countdown key={hold.expires_at} hold={hold} onRunOut={onRunOut} />
  const renew = () => {
    setIsRenewing(true)
    void onRenew().finally(() => setIsRenewing(false))
  }
  return (
    <div className={css.bar} data-tone={outcome === 'RAN_OUT' ? 'over' : 'plain'} role="status">
      {outcome === 'RAN_OUT' ? (
        <>
          <p>
            <strong>{t('booking.ranOutTitle')}</strong> {t('booking.holdOver')}
          </p>
          <Button size="compact-md" variant="default" loading={isRenewing} onClick={renew}>
            {t('booking.holdAgain')}
          </Button>
        </>
      ) : (
        <p>{t('booking.notHeld')}</p>
      )}
    </div>
  )
}

/** When the minutes that are left are read aloud; a countdown that speaks each second can't be listened to. */
const SPOKEN_MINUTES = [1, 2, 5]

function Countdown({ hold, onRunOut }: { hold: PageHold; onRunOut: () => void }) {
  const t = useTranslations()
  // As the server saw it at first, so that a clock that is wrong shows the right time.
  const [left, setLeft] = useState(hold.seconds_left)
  const runOut = useEffectEvent(onRunOut)
  useEffect(() => {
    const ends = Date.now() + hold.seconds_left * 1000
    const tick = () => {
      const now = Math.max(0, Math.ceil((ends - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) runOut()
    }
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [hold.seconds_left])
  const spoken = SPOKEN_MINUTES.find((minutes) => left <= minutes * 60) ?? Math.ceil(hold.seconds_left / 60)
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return (
    <div className={css.bar} data-tone={left <= 60 ? 'soon' : 'held'}>
      <p role="timer" aria-live="off">
        {t('booking.holdLeft', { time })}
      </p>
      <p className="sr-only" role="status">
        {t('booking.holdSpoken', { minutes: spoken })}
      </p>
    </div>
  )
}
