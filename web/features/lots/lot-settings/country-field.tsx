import { NativeSelect } from '@mantine/core'
import { countries } from '@openspot/core/lots/countries.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

/** The country of a lot, by its name in the reader's language. */
export function CountryField({
  country,
  error,
  onChange,
}: {
  country: string
  error: string | null
  onChange: (country: string) => void
}) {
  const t = useTranslations()
  // Server and browser have their own names of countries, so the list is made in the browser.
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const choices = useMemo(
    () => (isInBrowser ? choicesOf(t) : [{ value: country, label: country }]),
    [isInBrowser, t, country],
  )
  return (
    <NativeSelect
      label={t('lotSettings.details.country')}
      size="md"
      data={choices}
      value={country}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const never = () => () => {}

function choicesOf(t: Translate): { value: string; label: string }[] {
  const locale = localeOf(t)
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const choices = countries.map((value) => ({ value, label: names.of(value) ?? value }))
  return choices.toSorted((a, b) => a.label.localeCompare(b.label, locale))
}
