import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  deleteOptionRoute,
  getPartnerRoute,
  listPartnersRoute,
  rotatePublicOptionIdRoute,
  type ValidationOption,
  type ValidationPartner,
} from '@openspot/contract/operations/validation-partners.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { moneyText } from '@/ui/money.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { ShareDialog } from '@/ui/share/share-dialog.tsx'
import { discountText } from '@/ui/validation/option-text.ts'
import { BudgetBar } from './budget-bar.tsx'
import css from './validation.module.css'

/** An option of a partner: what it gives, its budget, and its QR code. */
export function OptionCard({
  partner,
  option,
  onEdit,
}: {
  partner: ValidationPartner
  option: ValidationOption
  onEdit: () => void
}) {
  const t = useTranslations()
  const [dialog, setDialog] = useState<'print' | 'rotate' | 'remove' | null>(null)
  const close = () => setDialog(null)
  const refresh = [getPartnerRoute, listPartnersRoute]
  const rotate = useApiMutation(rotatePublicOptionIdRoute, { client: 'admin', refresh })
  const remove = useApiMutation(deleteOptionRoute, { client: 'admin', refresh })
  const { name } = option
  const params = { option_id: option.id }
  const money = (cents: number) => moneyText(t, cents, partner.currency)
  const done = (message: string) => ({
    onSuccess: () => {
      notifications.show({ message })
      close()
    },
  })
  return (
    <article className={css.option}>
      <h3>{name}</h3>
      <p className={css.quiet}>
        {discountText(t, option, partner.currency)} ·{' '}
        {option.is_paused
          ? t('validation.staff.paused')
          : t('validation.staff.usedToday', { count: option.validations_today })}
      </p>
      <BudgetBar
        used={option.used_cents}
        budget={option.budget_cents}
        label={
          option.budget_cents === null
            ? t('validation.staff.used', { used: money(option.used_cents) })
            : t('validation.staff.budgetOf', {
                used: money(option.used_cents),
                budget: money(option.budget_cents),
              })
        }
      />
      <Buttons>
        <Button
          variant="default"
          size="sm"
          aria-label={t('validation.staff.printOf', { name })}
          onClick={() => setDialog('print')}
        >
          {t('validation.staff.print')}
        </Button>
        <Button
          variant="default"
          size="sm"
          aria-label={t('validation.staff.editOf', { name })}
          onClick={onEdit}
        >
          {t('validation.staff.edit')}
        </Button>
        <Button
          variant="default"
          size="sm"
          aria-label={t('validation.staff.removeOf', { name })}
          onClick={() => setDialog('remove')}
        >
          {t('validation.staff.remove')}
        </Button>
      </Buttons>
      {dialog === 'print' ? (
        <ShareDialog
          shared={{ lot_id: partner.lot_id, path: `/v/${option.public_option_id}`, title: name }}
          text={t('validation.staff.printText')}
          more={
            <Button variant="default" onClick={() => setDialog('rotate')}>
              {t('validation.staff.rotate')}
            </Button>
          }
          onClose={close}
        />
      ) : null}
      <ConfirmDialog
        title={t('validation.staff.rotateOf', { name })}
        text={t('validation.staff.rotateText')}
        opened={dialog === 'rotate'}
        isBusy={rotate.isPending}
        error={rotate.error}
        yes={t('validation.staff.rotate')}
        no={t('common.cancel')}
        onYes={() => rotate.mutate({ params }, done(t('validation.staff.rotated')))}
        onClose={close}
      />
      <ConfirmDialog
        title={t('validation.staff.removeOption', { name })}
        text={t('validation.staff.removeOptionText')}
        opened={dialog === 'remove'}
        isBusy={remove.isPending}
        error={remove.error}
        yes={t('validation.staff.remove')}
        no={t('common.cancel')}
        onYes={() => remove.mutate({ params }, done(t('validation.staff.removed', { name })))}
        onClose={close}
      />
    </article>
  )
}
