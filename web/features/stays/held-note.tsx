'use client'
import { Button } from '@mantine/core'
import type { Reservation } from '@openspot/contract/reservations.ts'
import Link from 'next/link'
import { Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import { payPath } from './stay-phase.ts'
import css from './stays.module.css'

/** A spot that is held and not paid: how long still, and the way to keep it. */
export function HeldNote({ stay }: { stay: Reservation }) {
  return (
    <Note title={words.driver.finishTitle}>
      {stay.hold_expires_at ? (
        <p>
          {words.driver.finishText} <Moment at={stay.hold_expires_at} zone={stay.lot.time_zone} clock />.
        </p>
      ) : null}
      <div className={css.noteAction}>
        <Button component={Link} href={payPath(stay)}>
          {words.driver.finish}
        </Button>
      </div>
    </Note>
  )
}
