import { NativeSelect, TextInput } from '@mantine/core'
import { type AddressField, addressFieldsIn } from '@openspot/core/address.ts'
import { plateRegionsIn } from '@openspot/core/plates/regions.ts'
import { useTranslations } from 'use-intl'
import { FieldRow } from '@/ui/panel.tsx'

/** The fields of an address in the order of its country; a state or province is chosen where there is a list of them. */
export function AddressFields({
  country,
  values,
  errorAt,
  onChange,
}: {
  country: string
  values: Partial<Record<AddressField, string | null>>
  errorAt: (field: AddressField) => string | null
  onChange: (part: Partial<Record<AddressField, string>>) => void
}) {
  const t = useTranslations()
  const regions = plateRegionsIn(country).find((group) => group.country === country)?.regions ?? []
  return (
    <FieldRow isWide>
      {addressFieldsIn(country).map((field) => {
        const value = values[field] ?? ''
        const shared = {
          label: t(`lotSettings.address.${field}`, { country }),
          error: errorAt(field),
          value,
          onChange: (event: { currentTarget: { value: string } }) =>
            onChange({ [field]: event.currentTarget.value }),
        }
        if (field !== 'region' || regions.length === 0)
          return <TextInput key={field} {...shared} maxLength={field === 'postal_code' ? 20 : 120} />
        const isListed = value === '' || regions.some(({ code }) => code === value)
        return (
          <NativeSelect key={field} {...shared} size="md">
            <option value="">{t('lotSettings.address.noRegion')}</option>
            {isListed ? null : <option value={value}>{value}</option>}
            {regions.map(({ code, name }) => (
              <option key={code} value={code} lang="en">
                {name ?? code}
              </option>
            ))}
          </NativeSelect>
        )
      })}
    </FieldRow>
  )
}
