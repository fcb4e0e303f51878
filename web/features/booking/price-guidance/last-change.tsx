import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type GuidanceChange, undoGuidanceRoute } from '@openspot/contract/booking/price-guidance.ts'
import { formatInstant } from '@openspot/core/time/format.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Buttons } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import { guidanceAnswers } from './guidance-answers.ts'
import css from './price-guidance.module.css'

/** What guidance changed last, with a button to undo it while the prices are still as it left them. */
export function LastChange({ lot, change }: { lot: ConsoleLot; change: GuidanceChange }) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(lot.time_zone)
  const send = useApiMutation(undoGuidanceRoute, { client: 'admin', refresh: guidanceAnswers })
  const { id, applied_at, is_scheduled, raised, lowered, undone_at, can_undo } = change
  const undo = () =>
    send.mutate(
      { params: { lot_id: lot.id }, body: { change_id: id } },
      { onSuccess: () => notifications.show({ message: t('priceGuidance.last.undone') }) },
    )
  return (
    <Note
      title={t('priceGuidance.last.title', {
        isScheduled: String(is_scheduled),
        when: formatInstant(applied_at, timeFormat),
      })}
    >
      <div className={css.note}>
        <p>{t('priceGuidance.last.text', { raised, lowered })}</p>
        {send.error ? <p role="alert">{send.error.message}</p> : null}
        {undone_at ? (
          <p>{t('priceGuidance.last.undoneAt', { when: formatInstant(undone_at, timeFormat) })}</p>
        ) : can_undo ? (
          <Buttons>
            <Button size="xs" variant="default" loading={send.isPending} onClick={undo}>
              {t('priceGuidance.last.undo')}
            </Button>
          </Buttons>
        ) : (
          <p>{t('priceGuidance.last.locked')}</p>
        )}
      </div>
    </Note>
  )
}
