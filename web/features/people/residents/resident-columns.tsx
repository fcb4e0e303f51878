import type { Resident } from '@openspot/contract/people/resident-imports.ts'
import { formatLocalDate } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { memberPath } from '@/lib/paths.ts'
import type { Column } from '@/ui/data-table.tsx'
import { EmailText } from '@/ui/email-text.tsx'
import { type CsvColumns, yesOrNo } from '@/ui/list-csv.tsx'
import { Phone } from '@/ui/phone.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import css from './residents.module.css'

export const leaseTones = {
  APPLICANT: 'ahead',
  FUTURE: 'ahead',
  RENEWAL: 'done',
  CURRENT: 'done',
  NOTICE: 'now',
  PAST: 'ahead',
  CANCELLED: 'bad',
  UNKNOWN: 'bad',
} as const

/** The columns of the list of residents. With one data source, its name is left out. */
export function residentColumns(t: Translate, lot: ConsoleLot, withSource: boolean): Column<Resident>[] {
  const day = (on: string) => formatLocalDate(on, localeOf(t))
  return [
    {
      key: 'name',
      head: t('residents.list.columns.name'),
      cell: ({ user_id, name }) =>
        user_id === null ? (
          (name ?? t('residents.list.noName'))
        ) : (
          <Link href={memberPath(lot.id, user_id)}>{name ?? t('residents.list.noName')}</Link>
        ),
    },
    { key: 'unit', head: t('residents.list.columns.unit'), cell: ({ unit }) => unit },
    {
      key: 'lease',
      head: t('residents.list.columns.lease'),
      cell: ({ lease_status }) => (
        <StatusWord tone={leaseTones[lease_status]}>{t(`residents.leases.${lease_status}`)}</StatusWord>
      ),
    },
    {
      key: 'from',
      head: t('residents.list.columns.from'),
      cell: ({ access_from }) => (access_from ? day(access_from) : null),
    },
    {
      key: 'until',
      head: t('residents.list.columns.until'),
      cell: ({ access_until }) => (access_until ? day(access_until) : t('residents.list.noEnd')),
    },
    {
      key: 'member',
      head: t('residents.list.columns.member'),
      cell: ({ has_joined, is_current, lease_status }) =>
        has_joined ? (
          <StatusWord tone="done">{t('residents.list.joined')}</StatusWord>
        ) : is_current || lease_status === 'FUTURE' ? (
          <StatusWord tone="ahead">{t('residents.list.notJoined')}</StatusWord>
        ) : null,
    },
    {
      key: 'contact',
      head: t('residents.list.columns.contact'),
      cell: (row) => <Contact {...{ t, lot, row }} />,
    },
    ...(withSource
      ? [
          {
            key: 'source',
            head: t('residents.list.columns.source'),
            cell: ({ data_source_name }: Resident) => data_source_name,
          },
        ]
      : []),
  ]
}

/** Contact data, and below it what the source says is new about someone who signs in with another. */
function Contact({ t, lot, row }: { t: Translate; lot: ConsoleLot; row: Resident }) {
  const { email, phone, suggested_email, suggested_phone, data_source_name: source } = row
  return (
    <span className={css.contact}>
      {email ? (
        <a href={`mailto:${email}`}>
          <EmailText email={email} />
        </a>
      ) : null}
      {phone ? <Phone phone={phone} country={lot.country} /> : null}
      {suggested_email ? (
        <span className={css.suggestion}>
          {t('residents.list.suggestedEmail', { source, email: suggested_email })}
        </span>
      ) : null}
      {suggested_phone ? (
        <span className={css.suggestion}>
          {t('residents.list.suggestedPhone', { source, phone: suggested_phone })}
        </span>
      ) : null}
    </span>
  )
}

export const residentCsv: CsvColumns<Resident> = [
  ['name', ({ name }) => name],
  ['unit', ({ unit }) => unit],
  ['email', ({ email }) => email],
  ['phone', ({ phone }) => phone],
  ['lease_status', ({ lease_status }, t) => t(`residents.leases.${lease_status}`)],
  ['access_from', ({ access_from }) => access_from],
  ['access_until', ({ access_until }) => access_until],
  ['has_joined', ({ has_joined }, t) => yesOrNo(t, has_joined)],
  ['suggested_email', ({ suggested_email }) => suggested_email],
  ['suggested_phone', ({ suggested_phone }) => suggested_phone],
  ['data_source', ({ data_source_name }) => data_source_name],
]
