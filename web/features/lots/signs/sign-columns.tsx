import { Button } from '@mantine/core'
import type { Sign } from '@openspot/contract/lots/signs.ts'
import { formatDate } from '@openspot/core/time/format.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import type { Column } from '@/ui/data-table.tsx'
import { Moment } from '@/ui/time.tsx'
import { timeLocale, words } from '@/words/index.ts'
import { PrintSigns } from './print-signs.tsx'
import css from './signs.module.css'

const say = words.signs

/** Columns and actions of the list of signs. */
export function signColumns({
  lot,
  onReplaced,
  onTakeDown,
}: {
  lot: ConsoleLot
  onReplaced: (sign: Sign) => void
  onTakeDown: (sign: Sign) => void
}): Column<Sign>[] {
  const { columns } = say
  return [
    {
      key: 'place',
      head: columns.place,
      cell: (sign) => (
        <>
          <span className={css.place}>
            {sign.place}
            {sign.is_outdated ? <span className={css.mark}>{say.outdated}</span> : null}
          </span>
          <span className={css.below}>{sign.short_url.replace(/^https?:\/\//, '')}</span>
        </>
      ),
    },
    {
      key: 'leads',
      head: columns.leads,
      cell: ({ leads_to, spot_label }) => (spot_label ? say.spot(spot_label) : say.leadsTo[leads_to]),
    },
    { key: 'scans', head: columns.scans, isFigure: true, cell: ({ scans_30_days }) => scans_30_days },
    {
      key: 'all',
      head: columns.all,
      isFigure: true,
      cell: ({ scans, outdated_scans }) => (
        <>
          {scans}
          {outdated_scans > 0 ? <span className={css.below}>{say.outdatedScans(outdated_scans)}</span> : null}
        </>
      ),
    },
    {
      key: 'last',
      head: columns.last,
      cell: ({ last_scanned_on }) => (last_scanned_on ? dayText(last_scanned_on) : say.never),
    },
    { key: 'hung', head: columns.hung, cell: ({ hung_at }) => <Moment at={hung_at} zone={lot.time_zone} /> },
    {
      key: 'act',
      head: columns.act,
      cell: (sign) => (
        <span className={css.acts}>
          <PrintSigns lot={lot} sign_ids={[sign.id]} label={say.printOne(sign.place)} isSmall />
          {sign.is_outdated ? (
            <Button
              size="compact-sm"
              aria-label={say.replacedOf(sign.place)}
              onClick={() => onReplaced(sign)}
            >
              {say.replaced}
            </Button>
          ) : null}
          <Button
            variant="default"
            size="compact-sm"
            aria-label={say.takeDownOf(sign.place)}
            onClick={() => onTakeDown(sign)}
          >
            {say.takeDown}
          </Button>
        </span>
      ),
    },
  ]
}

/** Formats a date of the lot without a time. */
const dayText = (on: string): string => formatDate(`${on}T12:00:00.000Z`, { zone: 'UTC', locale: timeLocale })
