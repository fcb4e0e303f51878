import { NativeSelect } from '@mantine/core'
import {
  listValidationsRoute,
  type ValidationEntry,
  type ValidationPartner,
} from '@openspot/contract/operations/validation.ts'
import { isOneOf, type ValidationSource, validationSources } from '@openspot/core/enums.ts'
import { decimalOf } from '@openspot/core/money/money.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath } from '@/lib/paths.ts'
import { usePages } from '@/lib/use-pages.ts'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'
import { moneyText } from '@/ui/money.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { Plate } from '@/ui/plate.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'

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
    <section>
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
        columns={[
          {
            key: 'when',
            head: t('validation.staff.columns.when'),
            cell: ({ validated_at, reservation_id }) => (
              <Link href={reservationPath(lot.id, reservation_id)}>
                <Moment at={validated_at} zone={lot.time_zone} />
              </Link>
            ),
          },
          {
            key: 'partner',
            head: t('validation.staff.columns.partner'),
            cell: ({ partner_name }) => partner_name,
          },
          {
            key: 'option',
            head: t('validation.staff.columns.option'),
            cell: ({ option_name }) => option_name,
          },
          {
            key: 'driver',
            head: t('validation.staff.columns.driver'),
            cell: ({ driver_name }) => driver_name,
          },
          {
            key: 'vehicle',
            head: t('validation.staff.columns.vehicle'),
            cell: ({ plate }) => (plate ? <Plate plate={plate} size="sm" /> : null),
          },
          {
            key: 'value',
            head: t('validation.staff.columns.value'),
            isFigure: true,
            cell: ({ value_cents, given_cents, currency }) =>
              value_cents === given_cents
                ? moneyText(t, value_cents, currency)
                : t('validation.staff.reduced', {
                    value: moneyText(t, value_cents, currency),
                    given: moneyText(t, given_cents, currency),
                  }),
          },
          {
            key: 'paid',
            head: t('validation.staff.columns.paid'),
            isFigure: true,
            cell: ({ paid_cents, currency }) => moneyText(t, paid_cents, currency),
          },
          {
            key: 'source',
            head: t('validation.staff.columns.source'),
            cell: ({ source: by }) => t(`validation.sources.${by}`),
          },
        ]}
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
