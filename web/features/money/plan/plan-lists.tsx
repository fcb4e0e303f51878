'use client'
import { Button, SegmentedControl } from '@mantine/core'
import {
  getLotSubscriptionRoute,
  type LotSubscription,
  listSubscriptionChangesRoute,
} from '@openspot/contract/money/subscriptions.ts'
import { isOneOf, subscriptionChangeStates } from '@openspot/core/enums.ts'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { DataTable } from '@/ui/data-table.tsx'
import { ListCsv } from '@/ui/list-csv.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { EmptyState } from '@/ui/states.tsx'
import css from './plan.module.css'
import { billColumns, billCsv, changeColumns, changeCsv } from './plan-columns.tsx'
import { type usePlan, usePlanChanges } from './use-plan.ts'

const tabs = ['bills', 'changes'] as const

/** Bills and changes: two lists; the URL says which one is shown. */
export function PlanLists({
  lot,
  subscription,
  bills,
}: {
  lot: ConsoleLot
  subscription: LotSubscription
  bills: ReturnType<typeof usePlan>
}) {
  const t = useTranslations()
  const [address, change] = useAddress(['tab', 'state'])
  const tab = isOneOf(tabs, address.tab) ? address.tab : 'bills'
  const state = isOneOf(subscriptionChangeStates, address.state) ? address.state : null
  const changes = usePlanChanges(subscription.id, state, tab === 'changes')
  const shown = tab === 'bills' ? bills : changes
  const billed = bills.data?.pages.flatMap((page) => page.bills.items) ?? []
  const changed = changes.data?.pages.flatMap((page) => page.items) ?? []
  const count = tab === 'bills' ? billed.length : changed.length
  return (
    <section className={css.lists} aria-label={t('plan.tabs.label')}>
      <div className={css.bar}>
        <SegmentedControl
          aria-label={t('plan.tabs.label')}
          value={tab}
          onChange={(value) => change({ tab: value === 'bills' ? null : value, state: null })}
          data={tabs.map((value) => ({ value, label: t(`plan.tabs.${value}`) }))}
        />
        {tab === 'changes' ? (
          <MenuChip
            label={t('plan.state')}
            value={state === null ? t('plan.anyState') : t(`plan.states.${state}`)}
            choices={[null, ...subscriptionChangeStates].map((value) => ({
              text: value === null ? t('plan.anyState') : t(`plan.states.${value}`),
              chosen: value === state,
              choose: () => change({ state: value }),
            }))}
          />
        ) : null}
        <span className={css.space} />
        {count > 0 && tab === 'bills' ? (
          <ListCsv
            label={t('plan.csv.bills')}
            name={`plan-bills-${lot.name}`}
            columns={billCsv(lot.time_zone)}
            readPage={async (query) =>
              (
                await callApi(
                  getLotSubscriptionRoute,
                  { params: { lot_id: lot.id }, query },
                  { client: 'admin' },
                )
              ).bills
            }
          />
        ) : null}
        {count > 0 && tab === 'changes' ? (
          <ListCsv
            label={t('plan.csv.changes')}
            name={`plan-changes-${lot.name}`}
            columns={changeCsv(subscription.currency)}
            readPage={(page) =>
              callApi(
                listSubscriptionChangesRoute,
                {
                  params: { subscription_id: subscription.id },
                  query: { ...page, ...(state ? { state } : {}) },
                },
                { client: 'admin' },
              )
            }
          />
        ) : null}
      </div>
      <QueryState answer={shown} rows={3} />
      {shown.data && count === 0 ? (
        <EmptyState
          title={
            tab === 'bills' ? t('plan.noBillsTitle') : state ? t('plan.noneTitle') : t('plan.noChangesTitle')
          }
          text={tab === 'bills' ? t('plan.noBillsText') : t('plan.noChangesText')}
          action={
            state ? (
              <Button variant="default" onClick={() => change({ state: null })}>
                {t('plan.clear')}
              </Button>
            ) : null
          }
        />
      ) : null}
      {count > 0 ? (
        <div data-stale={shown.isPlaceholderData || undefined} className={css.list}>
          {tab === 'bills' ? (
            <DataTable
              label={t('plan.tabs.bills')}
              columns={billColumns(t, lot.time_zone)}
              rows={billed}
              keyOf={({ id }) => id}
            />
          ) : (
            <DataTable
              label={t('plan.tabs.changes')}
              columns={changeColumns(t, lot.time_zone, subscription.currency)}
              rows={changed}
              keyOf={({ id }) => id}
            />
          )}
        </div>
      ) : null}
      {shown.hasNextPage ? (
        <Button
          variant="default"
          className={css.more ?? ''}
          loading={shown.isFetchingNextPage}
          onClick={() => void shown.fetchNextPage()}
        >
          {t('plan.more')}
        </Button>
      ) : null}
    </section>
  )
}
