import type { LotOverview } from '@openspot/contract/booking/overview.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { reservationPath } from '@/lib/paths.ts'
import { seenName } from '@/lib/seen-name.ts'
import { Panel } from '@/ui/panel.tsx'
import { Plate } from '@/ui/plate.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './overview.module.css'

/** The next arrivals or departures of the day. */
export function Passages({
  lot,
  kind,
  passages,
  href,
}: {
  lot: ConsoleLot
  kind: 'arrivals' | 'departures'
  passages: LotOverview['arrivals']
  href: string
}) {
  const t = useTranslations()
  return (
    <Panel title={t(`overview.${kind}.title`)} action={<Link href={href}>{t(`overview.${kind}.all`)}</Link>}>
      {passages.next.length === 0 ? <p className={css.quiet}>{t(`overview.${kind}.empty`)}</p> : null}
      <ul className={css.passages}>
        {passages.next.map(({ reservation_id, at, spot_label, name, plate }) => (
          <li key={reservation_id}>
            <Moment at={at} zone={lot.time_zone} clock />
            <strong>{spot_label}</strong>
            <Link href={reservationPath(lot.id, reservation_id)}>{seenName(t, name)}</Link>
            {plate ? <Plate plate={plate} /> : null}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
