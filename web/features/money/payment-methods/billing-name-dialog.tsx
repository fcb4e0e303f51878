'use client'
import { TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  listPaymentMethodsRoute,
  MAX_BILLING_NAME_LENGTH,
  type PaymentMethod,
  patchPaymentMethodRoute,
} from '@openspot/contract/money/payment-methods.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { FormDialog } from '@/ui/form-dialog.tsx'

/** Changes the name that a card or bank account is billed under. */
export function BillingNameDialog({
  method,
  name,
  onClose,
}: {
  method: PaymentMethod
  /** The payment method as its owner knows it. */
  name: string
  onClose: () => void
}) {
  const t = useTranslations()
  const [billing_name, setBillingName] = useState(method.billing_name ?? '')
  const save = useApiMutation(patchPaymentMethodRoute, { refresh: [listPaymentMethodsRoute] })
  const atName = fieldOf(save.error)?.field === 'billing_name' ? save.error?.message : null
  return (
    <FormDialog
      title={t('paymentMethods.editNameOf', { name })}
      error={atName ? null : save.error}
      submit={t('common.save')}
      isBusy={save.isPending}
      isReady={billing_name.trim() !== '' && billing_name.trim() !== method.billing_name}
      onClose={onClose}
      onSubmit={() =>
        save.mutate(
          { params: { payment_method_id: method.id }, body: { billing_name: billing_name.trim() } },
          {
            onSuccess: () => {
              notifications.show({ message: t('paymentMethods.nameSaved') })
              onClose()
            },
          },
        )
      }
    >
      <TextInput
        label={t('paymentMethods.billingName')}
        description={t('paymentMethods.billingNameText')}
        size="md"
        maxLength={MAX_BILLING_NAME_LENGTH}
        autoComplete="cc-name"
        data-autofocus
        value={billing_name}
        error={atName}
        onChange={(event) => setBillingName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
