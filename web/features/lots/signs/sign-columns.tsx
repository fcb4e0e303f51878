import { Button } from '@mantine/core'
import type { Sign } from '@openspot/contract/lots/signs.ts'
import { formatDate } from '@openspot/core/time/format.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import type { Column } from '@/ui/data-table.tsx'
import { ShareButton } from '@/ui/share/share-button.tsx'
import { Moment } from '@/ui/time.tsx'
import { PrintSigns } from './print-signs.tsx'
import css from './signs.module.css'

/** Columns and actions of the list of signs. */
export function signColumns(
  t: Translate,
  {
    lot,
    onReplaced,
    onTakeDown,
    onScans,
  }: {
    lot: ConsoleLot
    onReplaced: (sign: Sign) => void
    onTakeDown: (sign: Sign) => void
    onScans: (sign: Sign) => void
  },
): Column<Sign>[] {
  return [
    {
      key: 'place',
      head: t('signs.columns.place'),
      cell: (sign) => (
        <>
          <span className={css.place}>
            {sign.place}
            {sign.is_outdated ? <span className={css.mark}>{t('signs.outdated')}</span> : null}
          </span>
          <span className={css.below}>{sign.short_url.replace(/^https?:\/\//, '')}</span>
        </>
      ),
    },
    {
      key: 'leads',
      head: t('signs.columns.leads'),
      cell: ({ leads_to, spot_label }) =>
        spot_label ? t('signs.spot', { label: spot_label }) : t(`signs.leadsTo.${leads_to}`),
    },
    {
      key: 'scans',
      head: t('signs.columns.scans'),
      isFigure: true,
      cell: (sign) => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('signs.scans.open', { place: sign.place, count: sign.scans_30_days })}
          onClick={() => onScans(sign)}
        >
          {sign.scans_30_days}
        </Button>
      ),
    },
    {
      key: 'all',
      head: t('signs.columns.all'),
      isFigure: true,
      cell: ({ scans, outdated_scans }) => (
        <>
          {scans}
          {outdated_scans > 0 ? (
            <span className={css.below}>{t('signs.outdatedScans', { count: outdated_scans })}</span>
          ) : null}
        </>
      ),
    },
    {
      key: 'last',
      head: t('signs.columns.last'),
      cell: ({ last_scanned_on }) => (last_scanned_on ? dayText(t, last_scanned_on) : t('signs.never')),
    },
    {
      key: 'hung',
      head: t('signs.columns.hung'),
      cell: ({ hung_at }) => <Moment at={hung_at} zone={lot.time_zone} />,
    },
    {
      key: 'act',
      head: t('signs.columns.act'),
      cell: (sign) => (
        <span className={css.acts}>
          <PrintSigns
            lot={lot}
            sign_ids={[sign.id]}
            label={t('signs.printOne', { place: sign.place })}
            isSmall
          />
          <ShareButton
            shared={{ lot_id: lot.id, path: new URL(sign.short_url).pathname, title: sign.place }}
            size="compact-sm"
            isNamed
          />
          {sign.is_outdated ? (
            <Button
              size="compact-sm"
              aria-label={t('signs.replacedOf', { place: sign.place })}
              onClick={() => onReplaced(sign)}
            >
              {t('signs.replaced')}
            </Button>
          ) : null}
          <Button
            variant="default"
            size="compact-sm"
            aria-label={t('signs.takeDownOf', { place: sign.place })}
            onClick={() => onTakeDown(sign)}
          >
            {t('signs.takeDown')}
          </Button>
        </span>
      ),
    },
  ]
}

/** Formats a date of the lot without a time. */
export const dayText = (t: Translate, on: string): string =>
  formatDate(`${on}T12:00:00.000Z`, { zone: 'UTC', locale: localeOf(t) })
