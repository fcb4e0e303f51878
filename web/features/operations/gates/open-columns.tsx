import type { GateOpenEntry } from '@openspot/contract/operations/gates.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { seenName } from '@/lib/seen-name.ts'
import type { Column } from '@/ui/data-table.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './gates.module.css'

/** Columns of the history of a gate. */
export function openColumns(t: Translate, lot: ConsoleLot): Column<GateOpenEntry>[] {
  return [
    {
      key: 'when',
      head: t('gates.columns.when'),
      cell: ({ requested_at }) => <Moment at={requested_at} zone={lot.time_zone} />,
    },
    {
      key: 'who',
      head: t('gates.columns.who'),
      cell: ({ name, user_id, has_joined, is_by_link }) => (
        <>
          <Link href={`/lots/${lot.id}/members/${user_id}`}>{seenName(t, name)}</Link>
          {is_by_link ? <span className={css.below}>{t('gates.byLinkMark')}</span> : null}
          {has_joined ? <span className={css.below}>{t('gates.joinedMark')}</span> : null}
        </>
      ),
    },
    {
      key: 'right',
      head: t('gates.columns.right'),
      cell: ({ given_by, reservation_id, note }) => (
        <>
          {reservation_id ? (
            <Link href={`/lots/${lot.id}/reservations/${reservation_id}`}>
              {t('gates.rights.RESERVATION')}
            </Link>
          ) : (
            t(`gates.rights.${given_by ?? 'NONE'}`)
          )}
          {note ? <span className={css.below}>{note}</span> : null}
        </>
      ),
    },
    {
      key: 'result',
      head: t('gates.columns.result'),
      cell: ({ status, reason }) => (
        <>
          {t(`gates.results.${status}`)}
          {reason ? <span className={css.below}>{t(`gates.staffReasons.${reason}`)}</span> : null}
        </>
      ),
    },
    {
      key: 'device',
      head: t('gates.columns.device'),
      cell: ({ response }) => (response ? <code className={css.below}>{response}</code> : null),
    },
  ]
}
