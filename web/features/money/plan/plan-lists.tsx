'use client'
import { Button, SegmentedControl } from '@mantine/core'
import {
  getLotSubscriptionRoute,
  type LotSubscription,
  listSubscriptionChangesRoute,
} from '@openspot/contract/money/subscriptions.ts'
import { isOneOf, subscriptionChangeStates } from '@openspot/core/enums.ts'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { DataTable } from '@/ui/data-table.tsx'
import { ListCsv } from '@/ui/list-csv.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
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
  const say = words.plan
  const [address, change] = useAddress(['tab', 'state'])
  const tab = isOneOf(tabs, address.tab) ? address.tab : 'bills'
  const state = isOneOf(subscriptionChangeStates, address.state) ? address.state : null
  const changes = usePlanChanges(subscription.id, state, tab === 'changes')
  const shown = tab === 'bills' ? bills : changes
  const billed = bills.data?.pages.flatMap((page) => page.bills.items) ?? []
  const changed = changes.data?.pages.flatMap((page) => page.items) ?? []
  const count = tab === 'bills' ? billed.length : changed.length
  return (
    <section className={css.lists} aria-label={say.tabs.label}>
      <div className={css.bar}>
        <SegmentedControl
          aria-label={say.tabs.label}
          value={tab}
          onChange={(value) => change({ tab: value === 'bills' ? null : value, state: null })}
          data={tabs.map((value) => ({ value, label: say.tabs[value] }))}
        />
        {tab === 'changes' ? (
          <MenuChip
            label={say.state}
            value={state === null ? say.anyState : say.states[state]}
            choices={[null, ...subscriptionChangeStates].map((value) => ({
              text: value === null ? say.anyState : say.states[value],
              chosen: value === state,
              choose: () => change({ state: value }),
            }))}
          />
        ) : null}
        <span className={css.space} />
        {count > 0 && tab === 'bills' ? (
          <ListCsv
            label={say.csv.bills}
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
            label={say.csv.changes}
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
          title={tab === 'bills' ? say.noBillsTitle : state ? say.noneTitle : say.noChangesTitle}
          text={tab === 'bills' ? say.noBillsText : say.noChangesText}
          action={
            state ? (
              <Button variant="default" onClick={() => change({ state: null })}>
                {say.clear}
              </Button>
            ) : null
          }
        />
      ) : null}
      {count > 0 ? (
        <div data-stale={shown.isPlaceholderData || undefined} className={css.list}>
          {tab === 'bills' ? (
            <DataTable
              label={say.tabs.bills}
              columns={billColumns(lot.time_zone)}
              rows={billed}
              keyOf={({ id }) => id}
            />
          ) : (
            <DataTable
              label={say.tabs.changes}
              columns={changeColumns(lot.time_zone, subscription.currency)}
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
          {say.more}
        </Button>
      ) : null}
    </section>
  )
}
