'use client'
import { Button } from '@mantine/core'
import type { PayEnding } from '@/lib/pay-ending.ts'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './checkout.module.css'

/** Explains a failed payment for a held spot. */
export function PayEndingNote({
  ending,
  zone,
  hold_expires_at,
  onAgain,
}: {
  ending: PayEnding
  zone: string
  hold_expires_at: string | null
  onAgain?: () => void
}) {
  const say = words.booking
  switch (ending.kind) {
    case 'declined':
      return (
        <Note tone="bad" title={say.declinedTitle}>
          <p>
            {hold_expires_at ? (
              <>
                {say.declinedHeld} <Moment at={hold_expires_at} zone={zone} clock />.{' '}
              </>
            ) : (
              `${say.declinedNotHeld} `
            )}
            {say.declinedDo}
          </p>
        </Note>
      )
    case 'ran_out':
      return (
        <Note title={say.ranOutTitle}>
          <p>{say.ranOutText}</p>
          {onAgain ? (
            <div className={css.noteAction}>
              <Button variant="default" onClick={onAgain}>
                {say.again}
              </Button>
            </div>
          ) : null}
        </Note>
      )
    case 'unsettled':
      return (
        <Note title={say.unsettledTitle}>
          <p>{say.unsettledText}</p>
        </Note>
      )
    case 'bank':
      return (
        <Note tone="plain" title={say.bankTitle}>
          <p>{say.bankText}</p>
          <div className={css.noteAction}>
            <Button component="a" href={ending.message} variant="default">
              {say.bankGo}
            </Button>
          </div>
        </Note>
      )
    case 'refused':
      return <Note tone="bad" title={ending.message} />
  }
}
