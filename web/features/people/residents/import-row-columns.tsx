import { Button } from '@mantine/core'
import type { ImportRow, ResidentImport } from '@openspot/contract/people/resident-imports.ts'
import type { ResidentDecision } from '@openspot/core/residents/enums.ts'
import { formatLocalDate } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import type { Column } from '@/ui/data-table.tsx'
import type { CsvColumns } from '@/ui/list-csv.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { mayConnect } from './may-connect.ts'
import { sourcePath } from './resident-paths.ts'
import css from './residents.module.css'

const tones = {
  CREATE: 'done',
  UPDATE: 'done',
  LINK: 'done',
  END: 'bad',
  UNCHANGED: 'ahead',
  SKIP: 'ahead',
  BLOCK: 'bad',
  REVIEW: 'now',
} as const

/** Undoing erases people whom only the import had added, so that only their ID in the source is left. */
export const nameOfRow = (t: Translate, { name, email, person_id, is_undone }: ImportRow): string =>
  name ??
  email ??
  (is_undone ? t('residents.import.erased', { id: person_id }) : person_id || t('residents.list.noName'))

export function rowColumns(
  t: Translate,
  lot: ConsoleLot,
  of: ResidentImport,
  onReview: (row: ImportRow) => void,
): Column<ImportRow>[] {
  const canDecide = of.stage === 'DONE' || (of.stage === 'PREVIEW' && of.status === 'IN_PROGRESS')
  return [
    { key: 'name', head: t('residents.import.columns.name'), cell: (row) => nameOfRow(t, row) },
    { key: 'unit', head: t('residents.import.columns.unit'), cell: ({ unit }) => unit },
    {
      key: 'action',
      head: t('residents.import.columns.action'),
      cell: (row) => <What t={t} row={row} {...(canDecide ? { onReview: () => onReview(row) } : {})} />,
    },
    {
      key: 'why',
      head: t('residents.import.columns.why'),
      isText: true,
      cell: (row) => <Why t={t} lot={lot} of={of} row={row} />,
    },
    {
      key: 'access',
      head: t('residents.import.columns.access'),
      cell: (row) => accessText(t, row),
    },
  ]
}

/** Without anybody to compare with, importing a row means that the resident stays. */
const decisionText = (
  t: Translate,
  { candidates, duplicate_of }: ImportRow,
  decision: ResidentDecision,
): string => {
  if (duplicate_of !== null && decision === 'IMPORT') return t('residents.import.review.otherPerson')
  if (duplicate_of !== null && decision === 'IGNORE') return t('residents.import.review.samePerson')
  return decision === 'IMPORT' && candidates.length === 0
    ? t('residents.import.review.stays')
    : t(`residents.decisions.${decision}`)
}

/** Names the row with the same contact. */
export function SameAs({ t, row: { duplicate_of } }: { t: Translate; row: ImportRow }) {
  if (duplicate_of === null) return null
  const { row_no, name, unit, shares } = duplicate_of
  return (
    <p>
      {t('residents.import.sameAs', {
        shares,
        name: name ?? t('residents.list.noName'),
        row: String(row_no),
        unit: unit ?? 'none',
      })}
    </p>
  )
}

/** Says what is wrong with a license plate that is not imported. */
function PlateProblem({ t, code, row: { unusable_plate } }: { t: Translate; code: string; row: ImportRow }) {
  if (code !== 'INVALID_PLATE' || unusable_plate === null) return null
  const { plate, kind, character = '', suggestion } = unusable_plate
  switch (kind) {
    case 'SIGN':
      return `${t('residents.import.plateSign', { plate, character })} `
    case 'LETTER': {
      const has_suggestion = String(typeof suggestion === 'string')
      return `${t('residents.import.plateLetter', { plate, character, has_suggestion, suggestion: suggestion ?? '' })} `
    }
    case 'LENGTH':
      return `${t('residents.import.plateLength', { plate })} `
  }
}

/** What happens to a row, and the button if staff have to decide. */
function What({ t, row, onReview }: { t: Translate; row: ImportRow; onReview?: () => void }) {
  const { action, decision, is_applied, is_undone, is_kept } = row
  if (action === null) return null
  const name = nameOfRow(t, row)
  return (
    <span className={css.what}>
      <StatusWord tone={decision ? 'done' : tones[action]}>
        {decision
          ? t('residents.import.decided', { decision: decisionText(t, row, decision) })
          : t(`residents.actions.${action}`)}
      </StatusWord>
      {is_kept ? <span className={css.below}>{t('residents.import.isKept')}</span> : null}
      {is_undone && !is_kept ? <span className={css.below}>{t('residents.import.isUndone')}</span> : null}
      {action === 'REVIEW' && onReview && !is_applied ? (
        <Button
          variant={decision ? 'subtle' : 'default'}
          size="compact-sm"
          aria-label={
            decision
              ? t('residents.import.review.changeOf', { name })
              : t('residents.import.review.actOf', { name })
          }
          onClick={onReview}
        >
          {decision ? t('residents.import.review.change') : t('residents.import.review.act')}
        </Button>
      ) : null}
    </span>
  )
}

/** Each reason with its fix. The severity is a word and a color. */
function Why({ t, lot, of, row }: { t: Translate; lot: ConsoleLot; of: ResidentImport; row: ImportRow }) {
  const { codes, severity, lease_status, status_raw } = row
  if (row.has_failed) return <p className={css.fix}>{t('residents.import.rowFailed')}</p>
  if (codes.length === 0 && row.action !== 'REVIEW') return null
  const isUnknown = codes.includes('INVALID_LEASE_STATUS') && lease_status === 'UNKNOWN'
  return (
    <div className={css.why}>
      {severity ? (
        <span className={css.severity} data-severity={severity}>
          {t(`residents.severities.${severity}`)}
        </span>
      ) : null}
      {codes.length === 0 ? (
        <p className={css.fix}>
          {row.candidates.length > 0
            ? t('residents.import.review.sharedText')
            : t('residents.import.review.goneText')}
        </p>
      ) : null}
      {codes.map((code) => (
        <p key={code}>
          <strong>{t(`residents.codes.${code}.name`)}.</strong>{' '}
          <span className={css.fix}>
            {code === 'INVALID_PHONE' && row.phone_fault
              ? `${t(`apiErrors.phones.${row.phone_fault}`)} `
              : null}
            <PlateProblem t={t} code={code} row={row} />
            {t(`residents.codes.${code}.fix`)}
          </span>
        </p>
      ))}
      <SameAs t={t} row={row} />
      {isUnknown && status_raw ? (
        <p>
          {mayConnect(lot) ? (
            <Link
              href={`${sourcePath(lot.id, of.data_source_id)}?${new URLSearchParams({ status: status_raw })}`}
            >
              {t('residents.import.chooseMeaning', { status: status_raw })}
            </Link>
          ) : (
            t('residents.import.statusSaid', { status: status_raw })
          )}
        </p>
      ) : null}
    </div>
  )
}

function accessText(t: Translate, { access_from, access_until }: ImportRow): string | null {
  const day = (on: string) => formatLocalDate(on, localeOf(t))
  if (access_from && access_until)
    return t('residents.import.access', { from: day(access_from), until: day(access_until) })
  if (access_from) return t('residents.import.accessFrom', { from: day(access_from) })
  return access_until ? t('residents.import.accessUntil', { until: day(access_until) }) : null
}

export const rowCsv: CsvColumns<ImportRow> = [
  ['name', ({ name }) => name],
  ['unit', ({ unit }) => unit],
  ['email', ({ email }) => email],
  ['phone', ({ phone }) => phone],
  ['action', ({ action }, t) => (action ? t(`residents.actions.${action}`) : null)],
  ['reason', ({ codes }, t) => codes.map((code) => t(`residents.codes.${code}.name`)).join('; ')],
  ['status', ({ status_raw }) => status_raw],
  ['access_from', ({ access_from }) => access_from],
  ['access_until', ({ access_until }) => access_until],
]
