'use client'
import { Button } from '@mantine/core'
import { listUnpaidPlansRoute, type UnpaidPlanTotal } from '@openspot/contract/platform/unpaid-plans.ts'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'
import { ListCsv } from '@/ui/list-csv.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { Money } from '@/ui/money.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { FailedPlanRefunds } from './failed-plan-refunds.tsx'
import { columns, csv } from './unpaid-plan-columns.tsx'
import css from './unpaid-plans.module.css'

const client = 'admin' as const
const choices = [null, 'true', 'false'] as const

/** The lots that owe bills of their plan. */
export function UnpaidPlansScreen() {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [{ stopped: given }, change] = useAddress(['stopped'])
  const stopped = given === 'true' || given === 'false' ? given : null
  const filter = stopped === null ? {} : { stopped: stopped === 'true' }
  const pages = usePages(
    listUnpaidPlansRoute,
    (page) => ({ query: { ...page, ...filter } }),
    ({ next_cursor }) => next_cursor,
    { client },
  )
  const choiceText = (value: (typeof choices)[number]) =>
    t(
      value === null
        ? 'unpaidPlans.all'
        : value === 'true'
          ? 'unpaidPlans.onlyStopped'
          : 'unpaidPlans.onlyOpen',
    )
  return (
    <>
      <PageHead title={t('unpaidPlans.title')} text={t('unpaidPlans.text')} />
      <FailedPlanRefunds zone={reader_zone} />
      <Totals totals={pages.data?.pages.at(-1)?.totals ?? []} />
      <PagedList
        label={t('unpaidPlans.title')}
        pages={pages}
        columns={columns(t, reader_zone)}
        more={t('people.more')}
        bar={
          <>
            <MenuChip
              label={t('unpaidPlans.columns.stopped')}
              value={choiceText(stopped)}
              choices={choices.map((value) => ({
                text: choiceText(value),
                chosen: value === stopped,
                choose: () => change({ stopped: value }),
              }))}
            />
            <BarSpace />
            <ListCsv
              label={t('people.csv')}
              name="unpaid-plans"
              columns={csv}
              readPage={(page) =>
                callApi(listUnpaidPlansRoute, { query: { ...page, ...filter } }, { client })
              }
            />
          </>
        }
        empty={
          stopped === null ? (
            <EmptyState title={t('unpaidPlans.noneTitle')} text={t('unpaidPlans.noneText')} />
          ) : (
            <EmptyState
              title={t('unpaidPlans.noneMatch')}
              text={t('unpaidPlans.noneMatchText')}
              action={
                <Button variant="default" onClick={() => change({ stopped: null })}>
                  {t('people.clear')}
                </Button>
              }
            />
          )
        }
      />
    </>
  )
}

/** What all lots of the filter owe, whether their rows are loaded or not. Amounts in different currencies are never added. */
function Totals({ totals }: { totals: readonly UnpaidPlanTotal[] }) {
  const t = useTranslations()
  if (totals.length === 0) return null
  return (
    <section aria-label={t('unpaidPlans.totals')}>
      <dl className={css.totals}>
        {totals.map(({ currency, amount_cents, lots }) => (
          <div key={currency}>
            <dt>{t('unpaidPlans.totalOf', { currency, count: lots })}</dt>
            <dd>
              <Money cents={amount_cents} currency={currency} size="lg" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
