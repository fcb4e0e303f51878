'use client'
import type { Fine } from '@openspot/contract/operations/fine-notices.ts'
import type { StaffFine } from '@openspot/contract/operations/fines.ts'
import { nameOtherZone } from '@openspot/core/time/format.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Money } from '@/ui/money.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment, useTimeFormats } from '@/ui/time.tsx'
import { fineTones } from './fine-facts.tsx'
import css from './fines.module.css'

/** Warnings and fines, one below the other. */
export function FineRows<Of extends Fine | StaffFine>({
  fines,
  pathOf,
  factOf,
  namesZone = false,
}: {
  fines: readonly Of[]
  pathOf: (fine: Of) => string
  /** What else tells them apart. */
  factOf: (fine: Of) => string | null
  /** Whether rows say whose time theirs is, because they are of several lots. */
  namesZone?: boolean
}) {
  const t = useTranslations()
  const timeFormatOf = useTimeFormats()
  const zoneOf = ({ seen_at, time_zone }: Of) =>
    namesZone ? nameOtherZone(seen_at, timeFormatOf(time_zone)) : null
  return (
    <ul className={css.rows}>
      {fines.map((fine) => (
        <li key={fine.id}>
          <div>
            <Link href={pathOf(fine)} prefetch={false}>
              {t(`fines.reasons.${fine.reason}`)}
            </Link>
            <p>
              {[factOf(fine), fine.plate, ''].filter((fact) => fact !== null).join(' · ')}
              <Moment at={fine.seen_at} zone={fine.time_zone} />
              {['', zoneOf(fine)].filter((part) => part !== null).join(' · ')}
            </p>
          </div>
          <div>
            <StatusWord tone={fineTones[fine.status]}>{t(`fines.statuses.${fine.status}`)}</StatusWord>
            <p>
              {fine.amount_cents > 0 ? <Money cents={fine.amount_cents} currency={fine.currency} /> : null}
              {fine.appeal?.status === 'OPEN' ? ` ${t('fines.statuses.APPEALED')}` : null}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
