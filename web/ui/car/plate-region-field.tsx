'use client'
import { NativeSelect } from '@mantine/core'
import { isPlateRegion, type PlateRegions, plateRegionsIn } from '@openspot/core/plates/regions.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'

/**
 * The state, province, or country of a license plate that is seen in a country (ISO 3166-1). Nothing where plates do not show
 * one. A stored region that is not in the list stays as it is until it is changed.
 */
export function PlateRegionField({
  country,
  value,
  error,
  onChange,
}: {
  country: string
  value: string
  error?: string | null
  onChange: (region: string) => void
}) {
  const t = useTranslations()
  const groups = plateRegionsIn(country)
  if (groups.length === 0) return null
  const names = new Intl.DisplayNames(localeOf(t), { type: 'region' })
  const isListed = groups.some(({ regions }) => regions.some(({ code }) => code === value))
  return (
    <NativeSelect
      name="region"
      label={t('cars.region', { country })}
      size="md"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      <option value="">{t('cars.noRegion')}</option>
      {isListed || value === '' ? null : <option value={value}>{value}</option>}
      {groups.map((group) =>
        group.country === null ? (
          <Options key="countries" group={group} names={names} />
        ) : (
          <optgroup key={group.country} label={names.of(group.country) ?? group.country}>
            <Options group={group} names={names} />
          </optgroup>
        ),
      )}
    </NativeSelect>
  )
}

/** The names of states and provinces are those of the place; the names of countries are in the reader's language. */
function Options({ group: { regions }, names }: { group: PlateRegions; names: Intl.DisplayNames }) {
  return regions.map(({ code, name }) => (
    <option key={code} value={code} {...(name === null ? {} : { lang: 'en' })}>
      {`${code} – ${name ?? names.of(code) ?? code}`}
    </option>
  ))
}

/** Returns the region for a request, unless it is an old one from before there was a list, which must not be sent again. */
export const regionBody = <Name extends string>(name: Name, region: string): { [N in Name]?: string } =>
  (isPlateRegion(region) ? { [name]: region } : {}) as { [N in Name]?: string }
