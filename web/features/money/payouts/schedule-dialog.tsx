'use client'
import { Button, Modal, Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { PayoutAccount } from '@openspot/contract/money/accounts.ts'
import { payoutSchedules } from '@openspot/core/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { MoneyField, moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { Buttons, Fields } from '@/ui/panel.tsx'
import { Refusal } from '@/ui/refusal.tsx'
import css from './payouts.module.css'
import { useSetUp, type Whose } from './use-payouts.ts'

/** Sets the payout schedule and the maximum amount. */
export function ScheduleDialog({
  whose,
  path,
  details,
  onClose,
}: {
  whose: Whose
  path: string
  details: NonNullable<PayoutAccount['details']>
  onClose: () => void
}) {
  const t = useTranslations()
  const { currency } = details
  const [schedule, setSchedule] = useState(details.schedule)
  const [max, setMax] = useState(moneyDraft(t, details.max_payout_cents, currency))
  const save = useSetUp(whose)
  const read = readMoney(t, max, currency)
  const cents = read.ok ? read.cents : null
  const isPositive = cents === null || cents > 0
  const refused = fieldOf(save.error)
  return (
    <Modal opened onClose={onClose} title={t('payouts.scheduleDialog.title')}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!read.ok || !isPositive) return
          save.mutate(
            { return_path: path, schedule, max_payout_cents: cents },
            {
              onSuccess: () => {
                notifications.show({ message: t('payouts.account.done') })
                onClose()
              },
            },
          )
        }}
      >
        <Fields>
          {save.error && !refused ? <Refusal error={save.error} path={path} /> : null}
          <Select
            label={t('payouts.scheduleDialog.often')}
            data={payoutSchedules.map((value) => ({ value, label: t(`payouts.schedules.${value}`) }))}
            value={schedule}
            allowDeselect={false}
            error={refused?.field === 'schedule' ? refused.message : null}
            onChange={(value) => value && setSchedule(value)}
          />
          {schedule === 'PAUSED' ? (
            <p className={css.quiet}>{t('payouts.scheduleDialog.pausedText')}</p>
          ) : null}
          <MoneyField
            label={t('payouts.scheduleDialog.most')}
            description={t('payouts.scheduleDialog.mostText')}
            text={max}
            currency={currency}
            onChange={setMax}
            error={
              refused?.field === 'max_payout_cents'
                ? refused.message
                : isPositive
                  ? null
                  : t('payouts.scheduleDialog.positive')
            }
          />
          <Buttons>
            <Button type="submit" loading={save.isPending}>
              {t('payouts.scheduleDialog.save')}
            </Button>
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
          </Buttons>
        </Fields>
      </form>
    </Modal>
  )
}
