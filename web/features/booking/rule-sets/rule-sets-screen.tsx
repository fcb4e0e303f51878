'use client'
import { Button } from '@mantine/core'
import { listZonesRoute, type Zone } from '@openspot/contract/booking/prices.ts'
import { listRuleSetsRoute, type RuleSet } from '@openspot/contract/booking/rule-sets.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveCsv } from '@/lib/csv.ts'
import { ruleSetPath, rulesPath } from '@/lib/paths.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { writeQuery } from '@/lib/write-query.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './rule-sets.module.css'
import { ruleSetRows, rulesText, whoText } from './rules-text.ts'

const MAX_SENTENCES = 4
const watched = [listRuleSetsRoute, listZonesRoute]

/** The rule sets of a lot: the default, and those of groups. */
export function RuleSetsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const { now } = useClock()
  const q = (useSearchParams()?.get('q') ?? '').slice(0, 60)
  const params = { lot_id: lot.id }
  const answer = useApiQuery(listRuleSetsRoute, { params }, { client: 'admin' })
  const zones = useApiQuery(listZonesRoute, { params }, { client: 'admin' }).data?.items ?? []
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return <NoPermission sign_in={answer.error.status === 401} path={rulesPath(lot.id)} />
  }
  const all = answer.data?.items ?? []
  const shown = all.filter((set) => isFound(t, set, zones, q))
  const search = (text: string) => writeQuery(new URLSearchParams(text ? { q: text } : {}))
  const add = lot.is_admin ? (
    <Button component={Link} size="sm" href={ruleSetPath(lot.id, 'new')}>
      {t('ruleSets.add')}
    </Button>
  ) : null
  return (
    <>
      <PageHead title={t('ruleSets.title')} text={t('ruleSets.text')} action={all.length > 0 ? add : null} />
      <div className={css.screen}>
        <QueryState answer={answer} rows={4} />
        {answer.data && all.length === 0 ? (
          <EmptyState title={t('ruleSets.emptyTitle')} text={t('ruleSets.emptyText')} action={add} />
        ) : null}
        {all.length > 0 ? (
          <div className={css.tools}>
            <Buttons>
              <SearchField label={t('ruleSets.search')} q={q} onSearch={search} />
              <p aria-live="polite">{t('ruleSets.count', { count: shown.length })}</p>
            </Buttons>
            <CsvButton
              label={t('ruleSets.csvLabel')}
              onSave={() =>
                saveCsv(
                  `rules ${lot.name} ${localDate(lot.time_zone, minutesOf(now))}`,
                  ruleSetRows(t, shown, zones, lot),
                )
              }
            />
          </div>
        ) : null}
        {all.length > 0 && shown.length === 0 ? (
          <EmptyState
            title={t('ruleSets.none')}
            text={t('ruleSets.noneText')}
            action={
              <Button variant="default" onClick={() => search('')}>
                {t('ruleSets.clear')}
              </Button>
            }
          />
        ) : null}
        {shown.length > 0 ? (
          <DataTable
            label={t('ruleSets.title')}
            columns={columnsOf(t, lot, zones)}
            rows={shown}
            keyOf={(set) => set.id}
            isCards
          />
        ) : null}
      </div>
    </>
  )
}

const plain = (text: string) => text.toLowerCase()

function isFound(t: Translate, set: RuleSet, zones: readonly Zone[], q: string): boolean {
  const wanted = plain(q.trim())
  const texts = [set.name, ...set.groups.map(({ name }) => name), ...rulesText(t, set.rules, zones)]
  return texts.some((text) => plain(text).includes(wanted))
}

const shortText = (t: Translate, sentences: readonly string[]): string =>
  [
    ...sentences.slice(0, MAX_SENTENCES),
    ...(sentences.length > MAX_SENTENCES
      ? [t('ruleSets.says.more', { count: sentences.length - MAX_SENTENCES })]
      : []),
  ].join(' · ')

function columnsOf(t: Translate, lot: ConsoleLot, zones: readonly Zone[]): Column<RuleSet>[] {
  return [
    {
      key: 'name',
      head: t('ruleSets.columns.name'),
      cell: (set) => <Link href={ruleSetPath(lot.id, set.id)}>{set.name}</Link>,
    },
    {
      key: 'says',
      head: t('ruleSets.columns.says'),
      cell: ({ rules }) => <span className={css.says}>{shortText(t, rulesText(t, rules, zones))}</span>,
    },
    { key: 'who', head: t('ruleSets.columns.who'), cell: (value) => whoText(t, value) },
    { key: 'version', head: t('ruleSets.columns.version'), isFigure: true, cell: ({ version }) => version },
    {
      key: 'changed',
      head: t('ruleSets.columns.changed'),
      cell: ({ changed_at }) => <Moment at={changed_at} zone={lot.time_zone} />,
    },
  ]
}
