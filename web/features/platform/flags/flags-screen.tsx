'use client'
import { Button } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import { type FlagState, listFlagsRoute } from '@openspot/contract/platform/flags.ts'
import type { Flag } from '@openspot/core/flags/catalog.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiQuery } from '@/lib/use-api.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Facts, Panel } from '@/ui/panel.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import { FlagDialog } from './flag-dialog.tsx'
import css from './flags.module.css'

type SetFlag = FlagState['lots'][number]

/** Parts of the product that can be off: what is in effect, and why. */
export function FlagsScreen({ first }: { first: Output<typeof listFlagsRoute> }) {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const answer = useApiQuery(listFlagsRoute, {}, { client: 'admin', initialData: first })
  const [changed, setChanged] = useState<{ flag: Flag; lot: SetFlag | null } | null>(null)
  return (
    <>
      <PageHead title={t('flags.title')} text={t('flags.text')} />
      <div className={css.screen}>
        {answer.error ? <ErrorState error={answer.error} onRetry={() => answer.refetch()} /> : null}
        {answer.data?.items.map((state) => (
          <Panel
            key={state.flag}
            title={t(`flags.names.${state.flag}.name`)}
            text={t(`flags.names.${state.flag}.text`)}
            action={
              <Button
                variant="default"
                aria-label={t('flags.setOf', { flag: t(`flags.names.${state.flag}.name`) })}
                onClick={() => setChanged({ flag: state.flag, lot: null })}
              >
                {t('flags.set')}
              </Button>
            }
          >
            <Facts
              items={[
                [
                  t('flags.inEffect'),
                  <StatusWord key="on" tone={state.is_on ? 'done' : 'ahead'}>
                    {state.is_on ? t('flags.on') : t('flags.off')}
                  </StatusWord>,
                ],
                [t('flags.why'), whyText(t, state)],
                [t('flags.owner'), t(`flags.owners.${state.owner}`)],
              ]}
            />
            {state.lots.length === 0 ? (
              <p className={css.quiet}>{t('flags.noLots')}</p>
            ) : (
              <DataTable
                isCards
                label={t('flags.lots')}
                columns={columns(t, reader_zone, (lot) => setChanged({ flag: state.flag, lot }))}
                rows={state.lots}
                keyOf={({ lot_id }) => lot_id}
              />
            )}
          </Panel>
        ))}
      </div>
      {changed ? <FlagDialog {...changed} onClose={() => setChanged(null)} /> : null}
    </>
  )
}

const whyText = (t: Translate, { source }: FlagState): string =>
  source === 'ENVIRONMENT' ? t('flags.sources.ENVIRONMENT') : t('flags.sources.DEFAULT')

const columns = (t: Translate, zone: string, change: (lot: SetFlag) => void): Column<SetFlag>[] => [
  {
    key: 'lot',
    head: t('people.columns.lot'),
    cell: ({ lot_id, lot_name }) => <Link href={`/lots/${lot_id}`}>{lot_name}</Link>,
  },
  {
    key: 'on',
    head: t('flags.inEffect'),
    cell: ({ is_on }) => (
      <StatusWord tone={is_on ? 'done' : 'ahead'}>{is_on ? t('flags.on') : t('flags.off')}</StatusWord>
    ),
  },
  { key: 'reason', head: t('people.banReason'), isText: true, cell: ({ reason }) => reason },
  { key: 'by', head: t('flags.by'), cell: ({ set_by }) => set_by },
  { key: 'at', head: t('flags.at'), cell: ({ set_at }) => <Moment at={set_at} zone={zone} /> },
  {
    key: 'act',
    head: t('flags.action'),
    cell: (lot) => (
      <Button
        size="xs"
        variant="default"
        aria-label={t('flags.changeOf', { lot: lot.lot_name })}
        onClick={() => change(lot)}
      >
        {t('flags.change')}
      </Button>
    ),
  },
]
