'use client'
import { Button, SegmentedControl } from '@mantine/core'
import { earningStates } from '@openspot/contract/money/earnings.ts'
import { isOneOf, payeeKinds, payoutStatuses } from '@openspot/core/enums.ts'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { PagedRows } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { EarnedList } from './earned-list.tsx'
import { PayoutList } from './payout-list.tsx'
import css from './payouts.module.css'
import { PayoutsCsv } from './payouts-csv.tsx'
import { isNarrowed, type PayoutsView, tabs } from './payouts-view.ts'
import { useEarningPages, usePayoutPages, type Whose } from './use-payouts.ts'

type Change = (part: Partial<PayoutsView>) => void

/** Payouts and earnings: two lists, each with its filters. */
export function Lists({
  whose,
  view,
  onChange,
  name,
}: {
  whose: Whose
  view: PayoutsView
  onChange: Change
  /** File name for the download. */
  name: string
}) {
  const t = useTranslations()
  const payouts = usePayoutPages(whose, view)
  const earned = useEarningPages(whose, view)
  const shown = view.tab === 'payouts' ? payouts : earned
  const count = shown.data?.pages.reduce((sum, page) => sum + page.items.length, 0) ?? 0
  const frame = {
    skeleton: 4,
    empty: <Nothing view={view} onChange={onChange} />,
    more: t('payouts.more'),
    above: (
      <p aria-live="polite" className={css.quiet}>
        {t('payouts.count', { count, more: String(shown.hasNextPage) })}
      </p>
    ),
  }
  return (
    <div className={css.lists}>
      <div className={css.bar}>
        <SegmentedControl
          aria-label={t('payouts.tabs.label')}
          value={view.tab}
          onChange={(tab) => isOneOf(tabs, tab) && onChange({ tab })}
          data={tabs.map((value) => ({ value, label: t(`payouts.tabs.${value}`) }))}
        />
        <Filters whose={whose} view={view} onChange={onChange} />
        {count > 0 ? <PayoutsCsv whose={whose} view={view} name={name} /> : null}
      </div>
      {view.tab === 'payouts' ? (
        <PagedRows pages={payouts} {...frame}>
          {(rows) => <PayoutList whose={whose} payouts={rows} />}
        </PagedRows>
      ) : (
        <PagedRows pages={earned} {...frame}>
          {(rows) => <EarnedList whose={whose} earnings={rows} />}
        </PagedRows>
      )}
    </div>
  )
}

function Filters({
  whose,
  view,
  onChange,
}: {
  whose: Whose
  view: PayoutsView
  onChange: Change
}): ReactNode {
  const t = useTranslations()
  const chip = <Value extends string>(
    label: string,
    any: string,
    textOf: (value: Value) => string,
    values: readonly Value[],
    chosen: Value | null,
    choose: (value: Value | null) => void,
  ) => (
    <MenuChip
      label={label}
      value={chosen === null ? any : textOf(chosen)}
      choices={[null, ...values].map((value) => ({
        text: value === null ? any : textOf(value),
        chosen: value === chosen,
        choose: () => choose(value),
      }))}
    />
  )
  return (
    <fieldset className={css.filters}>
      <legend className="sr-only">{t('payouts.filters')}</legend>
      {view.tab === 'earned'
        ? chip(
            t('payouts.state'),
            t('payouts.anyState'),
            (state) => t(`payouts.states.${state}`),
            earningStates,
            view.state,
            (state) => onChange({ state }),
          )
        : null}
      {view.tab === 'payouts' && whose.lot_id !== null
        ? chip(
            t('payouts.payee'),
            t('payouts.anyPayee'),
            (payee) => t(`payouts.payees.${payee}`),
            payeeKinds,
            view.payee_kind,
            (payee_kind) => onChange({ payee_kind }),
          )
        : null}
      {view.tab === 'payouts'
        ? chip(
            t('payouts.status'),
            t('payouts.anyStatus'),
            (status) => t(`payouts.statuses.${status}`),
            payoutStatuses,
            view.status,
            (status) => onChange({ status }),
          )
        : null}
    </fieldset>
  )
}

function Nothing({ view, onChange }: { view: PayoutsView; onChange: Change }) {
  const t = useTranslations()
  if (isNarrowed(view)) {
    return (
      <EmptyState
        title={t('payouts.noneTitle')}
        text={t('payouts.noneText')}
        action={
          <Button variant="default" onClick={() => onChange({ status: null, payee_kind: null, state: null })}>
            {t('payouts.clear')}
          </Button>
        }
      />
    )
  }
  return view.tab === 'payouts' ? (
    <EmptyState title={t('payouts.noPayoutsTitle')} text={t('payouts.noPayoutsText')} />
  ) : (
    <EmptyState title={t('payouts.balance.emptyTitle')} text={t('payouts.balance.emptyText')} />
  )
}
