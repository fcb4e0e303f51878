import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import {
  createPartnerRoute,
  getPartnerRoute,
  listPartnersRoute,
  patchPartnerRoute,
  type ValidationPartner,
} from '@openspot/contract/operations/validation-partners.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { formatPhone } from '@openspot/core/phones/phones.ts'
import { validationBillings } from '@openspot/core/validation/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { fieldOf } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { typedPhone } from '@/lib/typed-phone.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { FormDialog } from '@/ui/form-dialog.tsx'
import { MoneyField, moneyDraft, readMoney } from '@/ui/money-field.tsx'
import { FieldRow } from '@/ui/panel.tsx'

/** Adds a partner, or changes one. */
export function PartnerDialog({
  lot,
  partner,
  onClose,
}: {
  lot: ConsoleLot
  partner: ValidationPartner | null
  onClose: () => void
}) {
  const t = useTranslations()
  const shownPhone = partner?.contact_phone ? formatPhone(partner.contact_phone, lot.country) : ''
  const [draft, setDraft] = useState(() => ({
    name: partner?.name ?? '',
    contact_name: partner?.contact_name ?? '',
    contact_email: partner?.contact_email ?? '',
    contact_phone: shownPhone,
    billing: partner?.billing ?? ('STATEMENT' as const),
    budget: moneyDraft(t, partner?.monthly_budget_cents ?? null, lot.currency),
    is_paused: partner?.is_paused ?? false,
  }))
  const set = (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part }))
  const refresh = [listPartnersRoute, getPartnerRoute]
  const create = useApiMutation(createPartnerRoute, { client: 'admin', refresh })
  const change = useApiMutation(patchPartnerRoute, { client: 'admin', refresh })
  const error = partner ? change.error : create.error
  const at = fieldOf(error)
  const errorAt = (field: string) => (at?.field === field ? at.message : null)
  const budget = readMoney(t, draft.budget, lot.currency)
  const save = () => {
    const done = () => {
      notifications.show({ message: t('validation.staff.saved') })
      onClose()
    }
    const body = {
      name: draft.name,
      contact_name: draft.contact_name.trim() || null,
      contact_email: draft.contact_email.trim() || null,
      contact_phone: draft.contact_phone.trim() || null,
      billing: draft.billing,
      monthly_budget_cents: budget.ok ? budget.cents : null,
      is_paused: draft.is_paused,
    }
    // A phone number from before they were checked stays as it is until it is changed.
    const { contact_phone: _, ...others } = body
    const changed = draft.contact_phone === shownPhone ? others : body
    if (partner) change.mutate({ params: { partner_id: partner.id }, body: changed }, { onSuccess: done })
    else create.mutate({ params: { lot_id: lot.id }, body }, { onSuccess: done })
  }
  const texts = [
    ['contact_name', t('validation.staff.fields.contact'), 80],
    ['contact_email', t('validation.staff.fields.email'), 254],
    ['contact_phone', t('validation.staff.fields.phone'), 40],
  ] as const
  return (
    <FormDialog
      title={partner ? t('validation.staff.editOf', { name: partner.name }) : t('validation.staff.add')}
      error={error}
      submit={partner ? t('common.save') : t('validation.staff.add')}
      isBusy={create.isPending || change.isPending}
      isReady={draft.name.trim() !== '' && budget.ok}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        label={t('validation.staff.fields.name')}
        maxLength={80}
        required
        value={draft.name}
        error={errorAt('name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      {texts.map(([field, label, maxLength]) => (
        <TextInput
          key={field}
          label={label}
          maxLength={maxLength}
          value={draft[field]}
          error={errorAt(field)}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget
            const isPhone = field === 'contact_phone'
            set({ [field]: isPhone ? typedPhone(currentTarget, draft[field], lot.country) : value })
          }}
        />
      ))}
      <FieldRow>
        <NativeSelect
          label={t('validation.staff.fields.billing')}
          value={draft.billing}
          data={validationBillings.map((value) => ({
            value,
            label: t(`validation.staff.billings.${value}`),
          }))}
          onChange={({ currentTarget: { value } }) => {
            if (isOneOf(validationBillings, value)) set({ billing: value })
          }}
        />
        <MoneyField
          label={t('validation.staff.fields.monthlyBudget')}
          placeholder={t('validation.staff.fields.noLimit')}
          text={draft.budget}
          currency={lot.currency}
          error={errorAt('monthly_budget_cents')}
          onChange={(text) => set({ budget: text })}
        />
      </FieldRow>
      <Checkbox
        label={t('validation.staff.fields.paused')}
        checked={draft.is_paused}
        onChange={(event) => set({ is_paused: event.currentTarget.checked })}
      />
    </FormDialog>
  )
}
