import { NativeSelect, PasswordInput, Switch, Textarea, TextInput } from '@mantine/core'
import type { CredentialField } from '@openspot/core/residents/credentials.ts'
import type { Messages } from '@openspot/messages/types.ts'
import { useTranslations } from 'use-intl'
import { Fields } from '@/ui/panel.tsx'
import type { CredentialDraft } from './credential-draft.ts'

type FieldName = keyof Messages['residents']['fields']

/** The fields of a system, as `credentialForms` declares them. Secrets are never shown again. */
export function CredentialFields({
  draft,
  errorAt,
  onChange,
}: {
  draft: CredentialDraft
  errorAt: (field: string) => string | null
  onChange: (draft: CredentialDraft) => void
}) {
  const t = useTranslations()
  const { form, values, extras } = draft
  return (
    <Fields>
      {form.fields.map((field) => (
        <Entry
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          error={errorAt(`${field.is_secret ? 'secrets' : 'connection'}.${field.name}`)}
          onChange={(value) => onChange({ ...draft, values: { ...values, [field.name]: value } })}
        />
      ))}
      {form.extras.map((extra) => (
        <Switch
          key={extra}
          label={t(`residents.extras.${extra}.label`)}
          description={t(`residents.extras.${extra}.help`)}
          checked={extras.includes(extra)}
          onChange={({ currentTarget: { checked } }) =>
            onChange({
              ...draft,
              extras: form.extras.filter((one) => (one === extra ? checked : extras.includes(one))),
            })
          }
        />
      ))}
    </Fields>
  )
}

function Entry({
  field,
  value,
  error,
  onChange,
}: {
  field: CredentialField
  value: string
  error: string | null
  onChange: (value: string) => void
}) {
  const t = useTranslations()
  // A field without a text fails the type check of the messages, and the test of this file.
  const name = field.name as FieldName
  const help = t(`residents.fields.${name}.help`)
  const rest = field.is_required
    ? ''
    : field.default === undefined
      ? ` ${t('residents.new.optional')}`
      : ` ${t('residents.new.defaultIs', { value: field.default })}`
  const shared = {
    label: t(`residents.fields.${name}.label`),
    description: `${help}${rest}`,
    required: field.is_required,
    error,
    maxLength: field.max_length,
    autoComplete: 'off',
    spellCheck: false,
  }
  if (field.kind === 'CHOICE') {
    return (
      <NativeSelect
        label={shared.label}
        description={help}
        error={error}
        value={value || (field.default ?? '')}
        data={[...(field.choices ?? [])]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (field.is_secret) {
    return (
      <PasswordInput
        {...shared}
        // Browsers would otherwise fill in the reader's own password.
        autoComplete="new-password"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  if (field.kind === 'LIST') {
    return (
      <Textarea
        {...shared}
        autosize
        minRows={1}
        maxRows={5}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      inputMode={field.kind === 'URL' ? 'url' : 'text'}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
