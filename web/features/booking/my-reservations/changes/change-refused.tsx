'use client'
import { Button } from '@mantine/core'
import type { ChangePreview } from '@openspot/contract/booking/reservation-changes.ts'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { formatInstant } from '@openspot/core/time/format.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { lotPath } from '@/lib/paths.ts'
import { Note } from '@/ui/states.tsx'
import { useTimeFormat } from '@/ui/time.tsx'
import css from './changes.module.css'
import type { ChangeInput } from './use-change-input.ts'

/** Explains why a change is not possible, and what is: until the spot is taken, or another spot after that. */
export function ChangeRefused({
  reservation,
  input,
  preview,
  onInput,
}: {
  reservation: Reservation
  input: ChangeInput
  preview: ChangePreview
  onInput: (input: ChangeInput) => void
}) {
  const t = useTranslations()
  const timeFormat = useTimeFormat(reservation.lot.time_zone)
  const { refusal, furthest_ends_at: furthest } = preview
  if (!refusal) return null
  const ends = reservation.ends_at
  const isLonger = input.kind === 'extend' && ends !== null
  const canLast = isLonger && furthest !== null && furthest > ends && furthest < (preview.ends_at ?? furthest)
  return (
    <Note tone="bad" title={refusal.message}>
      {isLonger ? (
        <div className={css.noteAction}>
          {canLast && furthest ? (
            <Button variant="default" onClick={() => onInput({ kind: 'extend', ends_at: furthest })}>
              {t('change.untilFree', { when: formatInstant(furthest, timeFormat, false) })}
            </Button>
          ) : null}
          <Button
            component={Link}
            variant="default"
            href={lotPath(
              reservation.lot.public_id,
              { starts_at: ends, ends_at: preview.ends_at ?? isoOf(minutesOf(ends) + 60) },
              { types: [], features: [] },
            )}
          >
            {t('change.bookAfter')}
          </Button>
        </div>
      ) : null}
    </Note>
  )
}
