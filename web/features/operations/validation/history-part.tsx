import { NativeSelect } from '@mantine/core'
import { listValidationsRoute, type ValidationEntry } from '@openspot/contract/operations/validation.ts'
import { type ValidationPartner } from '@openspot/contract/operations/validation-partners.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import { type ValidationSource, validationSources } from '@openspot/core/validation/enums.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { usePages } from '@/lib/use-pages.ts'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { historyColumns } from './history-columns.tsx'
import css from './validation.module.css'

const client = 'admin' as const
const columns: CsvColumns<ValidationEntry> = [
  ['id', ({ id }) => id],
  ['validated_at', ({ validated_at }) => validated_at],
  ['partner', ({ partner_name }) => partner_name],
  ['option', ({ option_name }) => option_name],
  ['source', ({ source }) => source],
  ['by', ({ by_name }) => by_name],
  ['driver', ({ driver_name }) => driver_name],
  ['plate', ({ plate }) => plate],
  ['spot', ({ spot_label }) => spot_label],
  ['reservation_id', ({ reservation_id }) => reservation_id],
  ['currency', ({ currency }) => currency],
  ['paid', ({ paid_cents, currency }) => decimalOf(paid_cents, currency)],
  ['given', ({ given_cents, currency }) => decimalOf(given_cents, currency)],
  ['value', ({ value_cents, currency }) => decimalOf(value_cents, currency)],
]

/** The validations of a lot by partner and source, with a download. */
export function HistoryPart({ lot, partners }: { lot: ConsoleLot; partners: ValidationPartner[] }) {
  const t = useTranslations()
  const [partner_id, setPartner] = useState('')
  const [source, setSource] = useState<ValidationSource | ''>('')
  const params = { lot_id: lot.id }
  const filters = { ...(partner_id ? { partner_id } : {}), ...(source ? { source } : {}) }
  const pages = usePages(
    listValidationsRoute,
    (query) => ({ params, query: { ...filters, ...query } }),
    ({ next_cursor }) => next_cursor,
    { client },
  )
  const isFiltered = partner_id !== '' || source !== ''
  return (
    <section className={css.history}>
      <h2>{t('validation.staff.history')}</h2>
      <PagedList
        label={t('validation.staff.history')}
        pages={pages}
        more={t('validation.staff.more')}
        bar={
          <>
            <NativeSelect
              aria-label={t('validation.staff.filterPartner')}
              value={partner_id}
              data={[
                { value: '', label: t('validation.staff.allPartners') },
                ...partners.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onChange={(event) => setPartner(event.currentTarget.value)}
            />
            <NativeSelect
              aria-label={t('validation.staff.filterSource')}
              value={source}
              data={[
                { value: '', label: t('validation.staff.allSources') },
                ...validationSources.map((value) => ({ value, label: t(`validation.sources.${value}`) })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                setSource(isOneOf(validationSources, value) ? value : '')
              }
            />
            <BarSpace />
            <ListCsv
              label={t('validation.staff.csv')}
              name="validations"
              columns={columns}
              readPage={(page) =>
                callApi(listValidationsRoute, { params, query: { ...filters, ...page } }, { client })
              }
            />
          </>
        }
        columns={historyColumns(t, lot)}
        empty={
          isFiltered ? (
            <EmptyState title={t('validation.staff.noMatch')} text={t('validation.staff.noMatchText')} />
          ) : (
            <EmptyState
              title={t('validation.staff.historyEmptyTitle')}
              text={t('validation.staff.historyEmptyText')}
            />
          )
        }
      />
    </section>
  )
}
