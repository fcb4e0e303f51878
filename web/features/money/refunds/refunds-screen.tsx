'use client'
import { Button, SegmentedControl } from '@mantine/core'
import { listLotRefundsRoute } from '@openspot/contract/money/adjustments.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { RefundRow } from '@/ui/invoice/refund-row.tsx'
import { PagedRows } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { EmptyState, Note } from '@/ui/states.tsx'
import { useListView } from '@/ui/views/use-list-view.tsx'
import { About, DisputeRow } from './dispute-row.tsx'
import css from './refunds.module.css'
import { RefundsCsv } from './refunds-csv.tsx'
import { refundFilters, tabs, useDisputes, useRefunds, useView, type View } from './use-refunds.ts'

type Change = (part: Partial<View>) => void

/** Refunds and disputes of a lot; selection and filters are in the URL. */
export function RefundsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const [view, change] = useView()
  const { tools } = useListView(lot.id, 'REFUNDS')
  const refunds = useRefunds(lot.id, view)
  const disputes = useDisputes(lot.id, view)
  const shown = view.tab === 'refunds' ? refunds : disputes
  const count = shown.data?.pages.reduce((sum, page) => sum + page.items.length, 0) ?? 0
  const frame = { skeleton: 4, empty: <Nothing view={view} onChange={change} />, more: t('refunds.more') }
  return (
    <div className={css.screen}>
      <PageHead title={t('refunds.title')} text={t('refunds.text')} />
      <Waiting lot={lot} view={view} onChange={change} />
      <section className={css.lists} aria-label={t('refunds.tabs.label')}>
        <div className={css.bar}>
          <SegmentedControl
            aria-label={t('refunds.tabs.label')}
            value={view.tab}
            onChange={(tab) => isOneOf(tabs, tab) && change({ tab })}
            data={tabs.map((value) => ({ value, label: t(`refunds.tabs.${value}`) }))}
          />
          <Filter view={view} onChange={change} />
          {tools}
          <span className={css.space} />
          {count > 0 ? <RefundsCsv lot={lot} view={view} /> : null}
        </div>
        {view.tab === 'refunds' ? (
          <PagedRows pages={refunds} {...frame}>
            {(rows) => (
              <ul className={css.list}>
                {rows.map((refund) => (
                  <RefundRow
                    key={refund.id}
                    refund={refund}
                    currency={refund.currency}
                    zone={lot.time_zone}
                    about={<About lot={lot} of={refund} />}
                  />
                ))}
              </ul>
            )}
          </PagedRows>
        ) : (
          <PagedRows pages={disputes} {...frame}>
            {(rows) => (
              <ul className={css.list}>
                {rows.map((dispute) => (
                  <DisputeRow key={dispute.id} lot={lot} dispute={dispute} />
                ))}
              </ul>
            )}
          </PagedRows>
        )}
      </section>
    </div>
  )
}

/** Refunds that await approval come first, regardless of the filter. */
function Waiting({ lot, view, onChange }: { lot: ConsoleLot; view: View; onChange: Change }) {
  const t = useTranslations()
  const waiting = useApiQuery(
    listLotRefundsRoute,
    { params: { lot_id: lot.id }, query: { status: 'AWAITING_APPROVAL', limit: 100 } },
    { client: 'admin', everySeconds: 20 },
  )
  const count = waiting.data?.items.length ?? 0
  const isShown = view.tab === 'refunds' && view.status === 'AWAITING_APPROVAL'
  if (count === 0 || isShown) return null
  return (
    <Note title={t('refunds.waiting', { count })}>
      <p>{t('refunds.waitingText')}</p>
      <Buttons>
        <Button size="compact-md" onClick={() => onChange({ tab: 'refunds', status: 'AWAITING_APPROVAL' })}>
          {t('refunds.show')}
        </Button>
      </Buttons>
    </Note>
  )
}

function Filter({ view, onChange }: { view: View; onChange: Change }) {
  const t = useTranslations()
  if (view.tab === 'disputes') {
    return (
      <MenuChip
        label={t('refunds.status')}
        value={view.open ? t('refunds.openDisputes') : t('refunds.allDisputes')}
        choices={[false, true].map((open) => ({
          text: open ? t('refunds.openDisputes') : t('refunds.allDisputes'),
          chosen: open === view.open,
          choose: () => onChange({ open }),
        }))}
      />
    )
  }
  const nameOf = (status: View['status']) =>
    status === null
      ? t('refunds.anyStatus')
      : status === 'OWED'
        ? t('refunds.owed')
        : t(`invoices.refundStatuses.${status}`)
  return (
    <MenuChip
      label={t('refunds.status')}
      value={nameOf(view.status)}
      choices={[null, ...refundFilters].map((status) => ({
        text: nameOf(status),
        chosen: status === view.status,
        choose: () => onChange({ status }),
      }))}
    />
  )
}

function Nothing({ view, onChange }: { view: View; onChange: Change }) {
  const t = useTranslations()
  if (view.tab === 'disputes')
    return <EmptyState title={t('refunds.noDisputesTitle')} text={t('refunds.noDisputesText')} />
  if (view.status === null) return <EmptyState title={t('refunds.noneTitle')} text={t('refunds.noneText')} />
  return (
    <EmptyState
      title={t('refunds.noneLike')}
      text={t('refunds.noneText')}
      action={
        <Button variant="default" onClick={() => onChange({ status: null })}>
          {t('refunds.all')}
        </Button>
      }
    />
  )
}
