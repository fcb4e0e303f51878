import type { Member } from '@openspot/contract/people/memberships.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { memberName } from '@/lib/member.ts'
import { memberPath } from '@/lib/paths.ts'
import type { Column } from '@/ui/data-table.tsx'
import type { CsvColumns } from '@/ui/list-csv.tsx'
import { Plate } from '@/ui/plate.tsx'
import { ChoosableCell, type RowChoice } from '@/ui/row-choice.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day } from '@/ui/time.tsx'
import { standingText, standingTone } from './member-text.ts'
import css from './members.module.css'

/** Columns of the members table; the first one names the person. Patrollers see names and plates. */
export function memberColumns(t: Translate, lot: ConsoleLot, choice: RowChoice | null): Column<Member>[] {
  const name: Column<Member> = {
    key: 'name',
    head: t('members.columns.name'),
    cell: (one) => {
      const name = memberName(t, one)
      const link = (
        <Link href={memberPath(lot.id, one.user_id)} prefetch={false}>
          {name}
        </Link>
      )
      if (choice === null) return link
      return (
        <ChoosableCell id={one.id} label={t('members.choose', { name })} choice={choice}>
          {link}
        </ChoosableCell>
      )
    },
  }
  const plates: Column<Member> = {
    key: 'plates',
    head: t('members.columns.plates'),
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
      head: t('members.columns.status'),
      cell: (one) => <StatusWord tone={standingTone(one)}>{standingText(t, one)}</StatusWord>,
    },
    { key: 'role', head: t('members.columns.role'), cell: ({ role }) => role && t(`staff.roles.${role}`) },
    { key: 'group', head: t('members.columns.group'), cell: ({ group }) => group?.name },
    {
      key: 'spots',
      head: t('members.columns.spots'),
      cell: ({ spots }) => spots?.map(({ label }) => label).join(t('common.comma')),
    },
    plates,
    {
      key: 'since',
      head: t('members.columns.since'),
      cell: ({ created_at }) => created_at && <Day at={created_at} zone={lot.time_zone} />,
    },
  ]
}

export const memberCsv: CsvColumns<Member> = [
  ['name', ({ name }) => name],
  ['email', ({ email }) => email ?? null],
  ['phone', ({ phone }) => phone ?? null],
  ['status', ({ status }, t) => (status ? t(`members.statuses.${status}`) : null)],
  ['role', ({ role }, t) => (role ? t(`staff.roles.${role}`) : null)],
  ['group', ({ group }) => group?.name ?? null],
  ['unit', ({ group }) => group?.unit ?? null],
  ['spots', ({ spots }) => spots?.map(({ label }) => label).join(' ') ?? null],
  ['plates', ({ plates }) => plates.join(' ')],
  ['source', ({ source }, t) => (source ? t(`members.sources.${source}`) : null)],
  ['created_at', ({ created_at }) => created_at ?? null],
]
