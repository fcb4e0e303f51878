import { Select } from '@mantine/core'
import { currencies } from '@openspot/core/money/currencies.ts'
import { currencyOf } from '@openspot/core/money/currency-of-country.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import { useMemo, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'

/** The currency of a new lot, by its name in the reader's language and its code. The one of its country comes first. */
export function CurrencyField({
  currency,
  country,
  error,
  onChange,
}: {
  currency: string
  country: string
  error: string | null
  onChange: (currency: string) => void
}) {
  const t = useTranslations()
  // Server and browser have their own names of currencies, so the list is made in the browser.
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const choices = useMemo(
    () => (isInBrowser ? choicesOf(t, country) : [{ value: currency, label: currency }]),
    [isInBrowser, t, country, currency],
  )
  return (
    <Select
      label={t('lotSettings.add.currency')}
      description={t('lotSettings.money.currencyText')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      size="md"
      searchable
      allowDeselect={false}
      nothingFoundMessage={t('lotSettings.add.noCurrency')}
      data={choices}
      value={currency}
      error={error}
      // A name that the browser knows in the reader's language, and a code of ISO 4217.
      renderOption={({ option }) => <span translate="no">{option.label}</span>}
      onChange={(value) => {
        if (value !== null) onChange(value)
      }}
    />
  )
}

const never = () => () => {}

function choicesOf(t: Translate, country: string) {
  const locale = localeOf(t)
  const names = new Intl.DisplayNames([locale], { type: 'currency' })
  const own = currencyOf(country)
  const choices = currencies
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .toSorted((a, b) => a.label.localeCompare(b.label, locale))
  const first = choices.filter(({ value }) => value === own)
  return [
    ...(first.length > 0 ? [{ group: t('lotSettings.add.currencyOfCountry'), items: first }] : []),
    { group: t('lotSettings.add.currencies'), items: choices.filter(({ value }) => value !== own) },
  ]
}
