import { Button, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { EstimateQuery } from './estimate-query.ts'
import css from './list-parking.module.css'

/** A plain form: the server answers it with the same page. */
export function EstimateForm({ query }: { query: EstimateQuery }) {
  const t = useTranslations()
  const figure = (field: 'spots' | 'price' | 'occupied', max: number) => (
    <TextInput
      label={t(`listParking.estimate.${field}`)}
      name={field}
      type="number"
      inputMode="numeric"
      min={1}
      max={max}
      step={1}
      defaultValue={query[field]}
    />
  )
  return (
    <form method="get" action="/list-your-parking#estimate" className={css.form} key={JSON.stringify(query)}>
      <TextInput
        label={t('listParking.estimate.where')}
        name="q"
        autoComplete="off"
        maxLength={80}
        defaultValue={query.q}
      />
      {figure('spots', 5000)}
      {figure('price', 1000)}
      {figure('occupied', 100)}
      <Button type="submit" variant="default">
        {t('listParking.estimate.go')}
      </Button>
    </form>
  )
}
