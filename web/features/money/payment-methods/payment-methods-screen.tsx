'use client'
import { Button } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import {
  deletePaymentMethodRoute,
  listPaymentMethodsRoute,
  type PaymentMethod,
  patchPaymentMethodRoute,
} from '@openspot/contract/money/payment-methods.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useAddCard } from '@/lib/use-add-card.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { expiryText, paymentMethodKind, paymentMethodName } from '@/ui/checkout/payment-method-text.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState, NoPermission, Note } from '@/ui/states.tsx'
import { BillingNameDialog } from './billing-name-dialog.tsx'
import { EarningsOffer } from './earnings-offer.tsx'
import css from './payment-methods.module.css'

const nameOf = (t: Translate, { brand, last4 }: PaymentMethod) => paymentMethodName(t, brand, last4)
const nothing = () => {}

/** The saved payment methods, with actions to set the default and to remove one. */
export function PaymentMethodsScreen({
  initial,
}: {
  initial: Output<typeof listPaymentMethodsRoute> | null
}) {
  const t = useTranslations()
  const methods = useApiQuery(listPaymentMethodsRoute, {}, { initialData: initial ?? undefined })
  const card = useAddCard(nothing)
  const prefer = useApiMutation(patchPaymentMethodRoute, { refresh: [listPaymentMethodsRoute] })
  const remove = useApiMutation(deletePaymentMethodRoute, { refresh: [listPaymentMethodsRoute] })
  const [leaving, setLeaving] = useState<PaymentMethod | null>(null)
  const [renamed, setRenamed] = useState<PaymentMethod | null>(null)
  const items = methods.data?.items ?? []
  const error = card.error ?? prefer.error
  const add = (
    <Button loading={card.isLeaving} onClick={card.begin}>
      {t('paymentMethods.add')}
    </Button>
  )
  if (methods.error?.status === 401) return <NoPermission sign_in path="/me/payment-methods" />
  return (
    <>
      <PageHead title={t('paymentMethods.title')} action={items.length > 0 ? add : null} />
      <div className={css.notes}>
        {error ? <Note tone="bad" title={error.message} /> : null}
        {card.isSaving ? <Note tone="plain" title={t('booking.saving')} /> : null}
        {card.isSaved ? <Note tone="good" title={t('booking.cardSaved')} /> : null}
      </div>
      <QueryState answer={methods} rows={2} />
      {methods.data && items.length === 0 && !card.isSaving ? (
        <EmptyState
          title={t('paymentMethods.emptyTitle')}
          text={t('paymentMethods.emptyText')}
          action={add}
        />
      ) : null}
      <ul className={css.list}>
        {items.map((method) => (
          <Method
            key={method.id}
            method={method}
            onPrefer={() =>
              prefer.mutate({ params: { payment_method_id: method.id }, body: { is_default: true } })
            }
            onRename={() => setRenamed(method)}
            onRemove={() => {
              remove.reset()
              setLeaving(method)
            }}
          />
        ))}
      </ul>
      {methods.data && items.every(({ kind }) => kind !== 'EARNINGS_DEDUCTION') ? (
        <div className={css.offer}>
          <EarningsOffer />
        </div>
      ) : null}
      {renamed ? (
        <BillingNameDialog
          key={renamed.id}
          method={renamed}
          name={nameOf(t, renamed)}
          onClose={() => setRenamed(null)}
        />
      ) : null}
      <ConfirmDialog
        opened={leaving !== null}
        title={t('paymentMethods.removeTitle', { name: leaving ? nameOf(t, leaving) : '' })}
        text={
          leaving?.kind === 'EARNINGS_DEDUCTION'
            ? t('paymentMethods.removeEarningsText')
            : t('paymentMethods.removeText')
        }
        yes={t('paymentMethods.remove')}
        no={t('paymentMethods.keep')}
        isBusy={remove.isPending}
        error={remove.error}
        onClose={() => setLeaving(null)}
        onYes={() =>
          leaving &&
          remove.mutate({ params: { payment_method_id: leaving.id } }, { onSuccess: () => setLeaving(null) })
        }
      />
    </>
  )
}

function Method({
  method,
  onPrefer,
  onRename,
  onRemove,
}: {
  method: PaymentMethod
  onPrefer: () => void
  onRename: () => void
  onRemove: () => void
}) {
  const t = useTranslations()
  return (
    <li className={css.method}>
      <div className={css.name}>
        <strong>{nameOf(t, method)}</strong>
        <span>
          {method.exp_month && method.exp_year
            ? expiryText(t, method.exp_month, method.exp_year)
            : paymentMethodKind(t, method.instrument)}
          {method.billing_name ? ` · ${method.billing_name}` : null}
          {method.last_result === 'DECLINED' ? ` · ${t('paymentMethods.declined')}` : null}
        </span>
      </div>
      <div className={css.actions}>
        {method.is_default ? (
          <span className={css.first}>{t('paymentMethods.isDefault')}</span>
        ) : (
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={`${t('paymentMethods.makeDefault')}: ${nameOf(t, method)}`}
            onClick={onPrefer}
          >
            {t('paymentMethods.makeDefault')}
          </Button>
        )}
        {method.instrument === null ? null : (
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={t('paymentMethods.editNameOf', { name: nameOf(t, method) })}
            onClick={onRename}
          >
            {t('paymentMethods.editName')}
          </Button>
        )}
        <Button
          variant="subtle"
          size="compact-md"
          aria-label={`${t('paymentMethods.remove')} ${nameOf(t, method)}`}
          onClick={onRemove}
        >
          {t('paymentMethods.remove')}
        </Button>
      </div>
    </li>
  )
}
