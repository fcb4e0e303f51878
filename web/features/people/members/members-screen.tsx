'use client'
import { Button } from '@mantine/core'
import type { Input } from '@openspot/contract/call.ts'
import { listMembersRoute, memberSorts } from '@openspot/contract/people/memberships.ts'
import { isOneOf, lotRoles, membershipStatuses } from '@openspot/core/enums.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { usePages } from '@/lib/use-pages.ts'
import { DataTable } from '@/ui/data-table.tsx'
import { ListCsv } from '@/ui/list-csv.tsx'
import { ListFrame } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { MoreFilters } from '@/ui/more-filters.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { useListView } from '@/ui/views/use-list-view.tsx'
import { JoinCode } from './join-code.tsx'
import { memberColumns, memberCsv } from './member-columns.tsx'
import css from './members.module.css'
import { MembersBulkBar } from './members-bulk-bar.tsx'

const watched = [listMembersRoute]
const names = ['q', 'status', 'role', 'waits_for', 'group_id', 'sort'] as const
const none = { q: null, status: null, role: null, waits_for: null, group_id: null, sort: null }
/** What has a place of its own beside the filters, or narrows nothing. */
const unseen = ['q', 'sort']
type Query = Input<typeof listMembersRoute>['query']

/** Parses the list query from the URL; invalid values are ignored. */
function queryOf(values: Record<(typeof names)[number], string | null>): Query {
  const { q, status, role, waits_for, group_id, sort } = values
  return {
    ...(q?.trim() ? { q: q.trim().slice(0, 60) } : {}),
    ...(isOneOf(membershipStatuses, status) ? { status } : {}),
    ...(isOneOf(lotRoles, role) ? { role } : {}),
    ...(waits_for === 'STAFF' ? { waits_for } : {}),
    ...(group_id && /^[0-9a-f-]{36}$/i.test(group_id) ? { group_id } : {}),
    ...(isOneOf(memberSorts, sort) && sort !== 'name' ? { sort } : {}),
  }
}

/** The members of a lot and pending requests. Patrollers see names and plates. */
export function MembersScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const params = { lot_id: lot.id }
  const [values, change] = useAddress(names)
  const query = lot.is_admin ? queryOf(values) : queryOf({ ...none, q: values.q })
  const pages = usePages(
    listMembersRoute,
    (page) => ({ params, query: { ...query, ...page } }),
    (page) => page.next_cursor,
    { client: 'admin' },
  )
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const rows = pages.data?.pages.flatMap(({ items }) => items) ?? []
  // People who are filtered out do not stay selected.
  const choice = {
    chosen: new Set(rows.flatMap(({ id }) => (chosen.has(id) ? [id] : []))),
    onChoose: setChosen,
  }
  const view = useListView(lot.id, 'MEMBERS', memberColumns(t, lot, lot.is_admin ? choice : null))
  const invite = lot.is_admin ? (
    <Button component={Link} href={`/lots/${lot.id}/invites`}>
      {t('members.invite')}
    </Button>
  ) : null
  return (
    <>
      <PageHead title={t('members.title')} text={lot.is_admin ? t('members.text') : null} action={invite} />
      <div className={css.screen}>
        <ListFrame
          pages={pages}
          path={`/lots/${lot.id}/members`}
          say={{
            filters: t('members.filters'),
            emptyTitle: t('members.emptyTitle'),
            emptyText: t('members.emptyText'),
            noneTitle: t('members.noneTitle'),
            noneText: t('members.noneText'),
            clear: t('members.clear'),
            more: t('members.more'),
            count: (count, more) => t('members.count', { count, more: String(more) }),
          }}
          isNarrowed={Object.keys(query).some((name) => name !== 'sort')}
          onClear={() => change(none)}
          begin={invite}
          filters={
            <>
              <SearchField
                label={lot.is_admin ? t('members.search') : t('members.searchPatrol')}
                q={query.q ?? ''}
                onSearch={(q) => change({ q: q || null })}
              />
              {lot.is_admin ? (
                <MoreFilters count={Object.keys(query).filter((name) => !unseen.includes(name)).length}>
                  <Filters query={query} change={change} />
                  {view.tools}
                </MoreFilters>
              ) : (
                view.tools
              )}
            </>
          }
          csv={
            lot.is_admin ? (
              <>
                <MembersBulkBar lot={lot} members={rows} {...choice} />
                <ListCsv
                  label={t('members.csvLabel')}
                  name={`members ${lot.name}`}
                  columns={memberCsv}
                  readPage={(page) =>
                    callApi(
                      listMembersRoute,
                      { params, query: { ...query, ...page, is_export: true } },
                      { client: 'admin' },
                    )
                  }
                />
              </>
            ) : null
          }
        >
          {() => (
            <DataTable
              label={t('members.title')}
              columns={view.columns}
              rows={rows}
              keyOf={({ id }) => id}
              isCards
            />
          )}
        </ListFrame>
        {lot.is_admin ? <JoinCode lot={lot} /> : null}
      </div>
    </>
  )
}

function Filters({
  query,
  change,
}: {
  query: Query
  change: (part: Partial<Record<(typeof names)[number], string | null>>) => void
}) {
  const t = useTranslations()
  const isWaiting = query.waits_for === 'STAFF'
  const statusText = isWaiting
    ? t('members.waiting')
    : query.status
      ? t(`members.statuses.${query.status}`)
      : t('members.anyStatus')
  return (
    <>
      <MenuChip
        label={t('members.status')}
        value={statusText}
        choices={[
          {
            text: t('members.anyStatus'),
            chosen: !isWaiting && query.status === undefined,
            choose: () => change({ status: null, waits_for: null }),
          },
          {
            text: t('members.waiting'),
            chosen: isWaiting,
            choose: () => change({ status: null, waits_for: 'STAFF' }),
          },
          ...membershipStatuses.map((status) => ({
            text: t(`members.statuses.${status}`),
            chosen: query.status === status,
            choose: () => change({ status, waits_for: null }),
          })),
        ]}
      />
      <MenuChip
        label={t('members.role')}
        value={query.role ? t(`staff.roles.${query.role}`) : t('members.anyRole')}
        choices={[null, ...lotRoles].map((role) => ({
          text: role ? t(`staff.roles.${role}`) : t('members.anyRole'),
          chosen: (query.role ?? null) === role,
          choose: () => change({ role }),
        }))}
      />
      <MenuChip
        label={t('members.sort')}
        value={t(`members.sorts.${query.sort ?? 'name'}`)}
        choices={memberSorts.map((sort) => ({
          text: t(`members.sorts.${sort}`),
          chosen: (query.sort ?? 'name') === sort,
          choose: () => change({ sort: sort === 'name' ? null : sort }),
        }))}
      />
    </>
  )
}
