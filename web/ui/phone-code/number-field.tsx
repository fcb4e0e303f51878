import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { typedPhone } from '@/lib/typed-phone.ts'
import { useReaderCountry } from '@/lib/use-country.ts'

/** A phone number, formatted as it is typed. */
export function NumberField({
  value,
  error,
  description,
  onChange,
}: {
  value: string
  error: string | null
  description?: string
  onChange: (phone: string) => void
}) {
  const t = useTranslations()
  const country = useReaderCountry()
  return (
    <TextInput
      label={t('phoneCode.phone')}
      description={description}
      name="phone"
      type="tel"
      autoComplete="tel"
      required
      withAsterisk={false}
      maxLength={30}
      value={value}
      error={error}
      onChange={({ currentTarget }) => onChange(typedPhone(currentTarget, value, country))}
    />
  )
}
