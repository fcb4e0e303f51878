'use client'
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import type { PayEnding } from '@/lib/pay-ending.ts'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
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
  const t = useTranslations()
  switch (ending.kind) {
    case 'declined':
      return (
        <Note tone="bad" title={t('booking.declinedTitle')}>
          <p>
            {hold_expires_at
              ? t.rich('booking.declinedHeld', {
                  time: tag(<Moment at={hold_expires_at} zone={zone} clock />),
                })
              : t('booking.declinedNotHeld')}
          </p>
        </Note>
      )
    case 'ran_out':
      return (
        <Note title={t('booking.ranOutTitle')}>
          <p>{t('booking.ranOutText')}</p>
          {onAgain ? (
            <div className={css.noteAction}>
              <Button variant="default" onClick={onAgain}>
                {t('booking.again')}
              </Button>
            </div>
          ) : null}
        </Note>
      )
    case 'unsettled':
      return (
        <Note title={t('booking.unsettledTitle')}>
          <p>{t('booking.unsettledText')}</p>
        </Note>
      )
    case 'bank':
      return (
        <Note tone="plain" title={t('booking.bankTitle')}>
          <p>{t('booking.bankText')}</p>
          <div className={css.noteAction}>
            <Button component="a" href={ending.message} variant="default">
              {t('booking.bankGo')}
            </Button>
          </div>
        </Note>
      )
    case 'refused':
      return <Note tone="bad" title={ending.message} />
  }
}
