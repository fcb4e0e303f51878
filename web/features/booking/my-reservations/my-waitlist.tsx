'use client'
import { Button } from '@mantine/core'
import {
  leaveWaitlistRoute,
  listMyWaitlistRoute,
  type WaitlistEntry,
} from '@openspot/contract/booking/waitlist.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { lotPath } from '@/lib/paths.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Note } from '@/ui/states.tsx'
import { ReservationTime } from '@/ui/time.tsx'
import css from './my-waitlist.module.css'

/** The driver's waitlist entries, which can be left. Offers are shown above as held spots. */
export function MyWaitlist({ entries }: { entries: readonly WaitlistEntry[] }) {
  const t = useTranslations()
  const leave = useApiMutation(leaveWaitlistRoute, { refresh: [listMyWaitlistRoute] })
  const waiting = entries.filter((entry) => entry.status === 'WAITING')
  if (waiting.length === 0) return null
  return (
    <section className={css.group}>
      <h2>{t('driver.waiting')}</h2>
      {leave.error ? <Note tone="bad" title={leave.error.message} /> : null}
      <ul className={css.rows}>
        {waiting.map((entry) => (
          <li key={entry.id} className={css.row}>
            <div className={css.rowText}>
              <Link href={lotPath(entry.lot_public_id, entry, { types: [], features: [] })}>
                {entry.lot_name}
              </Link>
              <p>
                <ReservationTime starts_at={entry.starts_at} ends_at={entry.ends_at} zone={entry.time_zone} />
              </p>
              <p>
                {[...preferenceLabels(t, entry), t('driver.waitsAhead', { ahead: entry.ahead ?? 0 })].join(
                  ' · ',
                )}
              </p>
              {entry.waits_for_vehicle === true ? <p>{t('driver.waitsForVehicle')}</p> : null}
            </div>
            <Button
              variant="default"
              size="compact-md"
              aria-label={`${t('driver.stopWaiting')}: ${entry.lot_name}`}
              loading={leave.isPending && leave.variables.params.entry_id === entry.id}
              onClick={() => leave.mutate({ params: { entry_id: entry.id } })}
            >
              {t('driver.stopWaiting')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const preferenceLabels = (t: Translate, { type, features }: WaitlistEntry): string[] => [
  ...(type === null ? [] : [t(`spot.types.${type}`)]),
  ...features.map((feature) => t(`spot.features.${feature}`)),
]
