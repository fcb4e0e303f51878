'use client'
import { Button } from '@mantine/core'
import { listZonesRoute, type Zone } from '@openspot/contract/booking/prices.ts'
import { listRuleSetsRoute, type RuleSet } from '@openspot/contract/booking/rule-sets.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { localDate } from '@openspot/core/time/zone.ts'
import { IconDownload } from '@tabler/icons-react'
import Link from 'next/link'
import { useSearchParams } from 'next/navigation'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { saveCsv } from '@/lib/csv.ts'
import { ruleSetPath, rulesPath } from '@/lib/paths.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './rule-sets.module.css'
import { ruleSetRows, rulesText, whoText } from './rules-text.ts'

const say = words.ruleSets
const MAX_SENTENCES = 4
const watched = [listRuleSetsRoute, listZonesRoute]

/** The rule sets of a lot: the default, and those of groups. */
export function RuleSetsScreen({ lot }: { lot: ConsoleLot }) {
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
  const shown = all.filter((set) => isFound(set, zones, q))
  const search = (text: string) =>
    window.history.replaceState(
      null,
      '',
      text ? `?${new URLSearchParams({ q: text })}` : window.location.pathname,
    )
  const add = lot.is_admin ? (
    <Button component={Link} size="sm" href={ruleSetPath(lot.id, 'new')}>
      {say.add}
    </Button>
  ) : null
  return (
    <>
      <PageHead title={say.title} text={say.text} action={all.length > 0 ? add : null} />
      <div className={css.screen}>
        <QueryState answer={answer} rows={4} />
        {answer.data && all.length === 0 ? (
          <EmptyState title={say.emptyTitle} text={say.emptyText} action={add} />
        ) : null}
        {all.length > 0 ? (
          <div className={css.tools}>
            <Buttons>
              <SearchField label={say.search} q={q} onSearch={search} />
              <p aria-live="polite">{say.count(shown.length)}</p>
            </Buttons>
            <Button
              variant="default"
              size="compact-md"
              aria-label={say.csvLabel}
              leftSection={<IconDownload size={16} aria-hidden="true" />}
              onClick={() =>
                saveCsv(
                  `rules ${lot.name} ${localDate(lot.time_zone, minutesOf(now))}`,
                  ruleSetRows(shown, zones, lot.time_zone),
                )
              }
            >
              {words.staffReservations.csv.button}
            </Button>
          </div>
        ) : null}
        {all.length > 0 && shown.length === 0 ? (
          <EmptyState
            title={say.none}
            text={say.noneText}
            action={
              <Button variant="default" onClick={() => search('')}>
                {say.clear}
              </Button>
            }
          />
        ) : null}
        {shown.length > 0 ? (
          <DataTable label={say.title} columns={columnsOf(lot, zones)} rows={shown} keyOf={(set) => set.id} />
        ) : null}
      </div>
    </>
  )
}

const plain = (text: string) => text.toLowerCase()

function isFound(set: RuleSet, zones: readonly Zone[], q: string): boolean {
  const wanted = plain(q.trim())
  const texts = [set.name, ...set.groups.map(({ name }) => name), ...rulesText(set.rules, zones)]
  return texts.some((text) => plain(text).includes(wanted))
}

const shortText = (sentences: readonly string[]): string =>
  [
    ...sentences.slice(0, MAX_SENTENCES),
    ...(sentences.length > MAX_SENTENCES ? [say.says.more(sentences.length - MAX_SENTENCES)] : []),
  ].join(' · ')

function columnsOf(lot: ConsoleLot, zones: readonly Zone[]): Column<RuleSet>[] {
  const { columns } = say
  return [
    {
      key: 'name',
      head: columns.name,
      cell: (set) => <Link href={ruleSetPath(lot.id, set.id)}>{set.name}</Link>,
    },
    {
      key: 'says',
      head: columns.says,
      cell: ({ rules }) => <span className={css.says}>{shortText(rulesText(rules, zones))}</span>,
    },
    { key: 'who', head: columns.who, cell: whoText },
    { key: 'version', head: columns.version, isFigure: true, cell: ({ version }) => version },
    {
      key: 'changed',
      head: columns.changed,
      cell: ({ changed_at }) => <Moment at={changed_at} zone={lot.time_zone} />,
    },
  ]
}
