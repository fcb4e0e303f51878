'use client'
import { Button } from '@mantine/core'
import type { Input } from '@openspot/contract/call.ts'
import { listMembersRoute, type Member, memberSorts } from '@openspot/contract/people/memberships.ts'
import { isOneOf, lotRoles, membershipStatuses } from '@openspot/core/enums.ts'
import Link from 'next/link'
import { callApi } from '@/lib/api.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { memberName } from '@/lib/member.ts'
import { memberPath } from '@/lib/paths.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { usePages } from '@/lib/use-pages.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { type CsvColumns, ListCsv } from '@/ui/list-csv.tsx'
import { ListFrame } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Plate } from '@/ui/plate.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import { JoinCode } from './join-code.tsx'
import { standingText, standingTone } from './member-text.ts'
import css from './members.module.css'

const say = words.members
const watched = [listMembersRoute]
const names = ['q', 'status', 'role', 'waits_for', 'group_id', 'sort'] as const
const none = { q: null, status: null, role: null, waits_for: null, group_id: null, sort: null }
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
  const invite = lot.is_admin ? (
    <Button component={Link} href={`/lots/${lot.id}/invites`}>
      {say.invite}
    </Button>
  ) : null
  return (
    <>
      <PageHead title={say.title} text={lot.is_admin ? say.text : null} action={invite} />
      <div className={css.screen}>
        <ListFrame
          pages={pages}
          path={`/lots/${lot.id}/members`}
          say={say}
          isNarrowed={Object.keys(query).some((name) => name !== 'sort')}
          onClear={() => change(none)}
          begin={invite}
          filters={
            <>
              <SearchField
                label={lot.is_admin ? say.search : say.searchPatrol}
                q={query.q ?? ''}
                onSearch={(q) => change({ q: q || null })}
              />
              {lot.is_admin ? <Filters query={query} change={change} /> : null}
            </>
          }
          csv={
            lot.is_admin ? (
              <ListCsv
                label={say.csvLabel}
                name={`members ${lot.name}`}
                columns={csvColumns}
                readPage={(page) =>
                  callApi(
                    listMembersRoute,
                    { params, query: { ...query, ...page, is_export: true } },
                    { client: 'admin' },
                  )
                }
              />
            ) : null
          }
        >
          {(rows) => (
            <DataTable label={say.title} columns={columnsOf(lot)} rows={rows} keyOf={({ id }) => id} />
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
  const isWaiting = query.waits_for === 'STAFF'
  const statusText = isWaiting ? say.waiting : query.status ? say.statuses[query.status] : say.anyStatus
  return (
    <>
      <MenuChip
        label={say.status}
        value={statusText}
        choices={[
          {
            text: say.anyStatus,
            chosen: !isWaiting && query.status === undefined,
            choose: () => change({ status: null, waits_for: null }),
          },
          {
            text: say.waiting,
            chosen: isWaiting,
            choose: () => change({ status: null, waits_for: 'STAFF' }),
          },
          ...membershipStatuses.map((status) => ({
            text: say.statuses[status],
            chosen: query.status === status,
            choose: () => change({ status, waits_for: null }),
          })),
        ]}
      />
      <MenuChip
        label={say.role}
        value={query.role ? words.staff.roles[query.role] : say.anyRole}
        choices={[null, ...lotRoles].map((role) => ({
          text: role ? words.staff.roles[role] : say.anyRole,
          chosen: (query.role ?? null) === role,
          choose: () => change({ role }),
        }))}
      />
      <MenuChip
        label={say.sort}
        value={say.sorts[query.sort ?? 'name']}
        choices={memberSorts.map((sort) => ({
          text: say.sorts[sort],
          chosen: (query.sort ?? 'name') === sort,
          choose: () => change({ sort: sort === 'name' ? null : sort }),
        }))}
      />
    </>
  )
}

function columnsOf(lot: ConsoleLot): Column<Member>[] {
  const { columns } = say
  const name: Column<Member> = {
    key: 'name',
    head: columns.name,
    cell: (one) => (
      <Link href={memberPath(lot.id, one.user_id)} prefetch={false}>
        {memberName(one)}
      </Link>
    ),
  }
  const plates: Column<Member> = {
    key: 'plates',
    head: columns.plates,
    cell: (one) => (
      <span className={css.plates}>
        {one.plates.map((plate) => (
          <Plate key={plate} plate={plate} size="sm" />
        ))}
      </span>
    ),
  }
  if (!lot.is_admin) return [name, plates]
  return [
    name,
    {
      key: 'status',
      head: columns.status,
      cell: (one) => <StatusWord tone={standingTone(one)}>{standingText(one)}</StatusWord>,
    },
    { key: 'role', head: columns.role, cell: ({ role }) => role && words.staff.roles[role] },
    { key: 'group', head: columns.group, cell: ({ group }) => group?.name },
    { key: 'spots', head: columns.spots, cell: ({ spots }) => spots?.map(({ label }) => label).join(', ') },
    plates,
    {
      key: 'since',
      head: columns.since,
      cell: ({ created_at }) => created_at && <Day at={created_at} zone={lot.time_zone} />,
    },
  ]
}

const csvColumns: CsvColumns<Member> = [
  ['name', ({ name }) => name],
  ['email', ({ email }) => email ?? null],
  ['phone', ({ phone }) => phone ?? null],
  ['status', ({ status }) => status ?? null],
  ['role', ({ role }) => role ?? null],
  ['group', ({ group }) => group?.name ?? null],
  ['unit', ({ group }) => group?.unit ?? null],
  ['spots', ({ spots }) => spots?.map(({ label }) => label).join(' ') ?? null],
  ['plates', ({ plates }) => plates.join(' ')],
  ['source', ({ source }) => source ?? null],
  ['created_at', ({ created_at }) => created_at ?? null],
]
