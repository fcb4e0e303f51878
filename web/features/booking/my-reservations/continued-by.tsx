import { Button } from '@mantine/core'
import type { ReservationPart } from '@openspot/contract/booking/reservation-parts.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './reservations.module.css'

/** Staff moved the rest of the parking to another spot. */
export function ContinuedBy({
  part: { id, starts_at, spot_label },
  zone,
  folder,
  isLinked = false,
}: {
  part: ReservationPart
  zone: string
  /** Where its reader sees the passes of parts. */
  folder: '/guest' | '/me/reservations'
  /** Whether a link shows the pass, which then shows the other one, too. */
  isLinked?: boolean
}) {
  const t = useTranslations()
  const from = { label: spot_label, time: tag(<Moment at={starts_at} zone={zone} inside />) }
  return (
    <Note tone="mark" title={t('linkedPass.continuedTitle', { label: spot_label })}>
      <p>{isLinked ? t.rich('linkedPass.continuedText', from) : t.rich('driver.continuedText', from)}</p>
      <div className={css.noteAction}>
        <Button component={Link} variant="default" h={48} href={`${folder}/${id}`}>
          {t('linkedPass.continuedGo', { label: spot_label })}
        </Button>
      </div>
    </Note>
  )
}
