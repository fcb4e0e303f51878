import { Button, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { address } from '@openspot/contract/call.ts'
import { minifyQrSvgRoute } from '@openspot/contract/lots/qr.ts'
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
        <Modal opened onClose={close} title={t('validation.staff.printOf', { name })}>
          <QrCode
            key={option.public_option_id}
            partner={partner}
            public_option_id={option.public_option_id}
            onRotate={() => setDialog('rotate')}
          />
        </Modal>
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

function QrCode({
  partner,
  public_option_id,
  onRotate,
}: {
  partner: ValidationPartner
  public_option_id: string
  onRotate: () => void
}) {
  const t = useTranslations()
  const query = { lot_id: partner.lot_id, url: `/v/${public_option_id}` }
  const src = address(minifyQrSvgRoute, {}, query)
  return (
    <div className={css.qr}>
      <p>{t('validation.staff.printText')}</p>
      {/* oxlint-disable-next-line nextjs/no-img-element -- the API creates it for printing at any size */}
      <img src={src} alt={t('validation.staff.printTitle', { partner: partner.name })} />
      <Buttons>
        <Button component="a" href={src} target="_blank">
          {t('validation.staff.printButton')}
        </Button>
        <Button variant="default" onClick={onRotate}>
          {t('validation.staff.rotate')}
        </Button>
      </Buttons>
    </div>
  )
}
