'use client'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import {
  StaffChangeDialog,
  type StaffChangeKind,
  type WantedChange,
} from '@/ui/staff-change/staff-change-dialog.tsx'
import { MoveRunningDialog } from './move-running-dialog.tsx'
import type { Bar } from './timeline-bars.ts'
import { TimelineCard } from './timeline-card.tsx'
import type { Dropped } from './timeline-grid.tsx'

/** What a reservation was opened or dropped for. */
export type Asked =
  | { kind: 'card'; bar: Bar }
  | { kind: StaffChangeKind; bar: Bar; given: WantedChange }
  | { kind: 'move'; dropped: Dropped }

/** The dialog for it, if any. */
export function AskedDialog({
  asked,
  lot,
  onAsk,
  onClose,
  onDone,
}: {
  asked: Asked | null
  lot: ConsoleLot
  onAsk: (asked: Asked) => void
  onClose: () => void
  onDone: (message: string) => void
}) {
  if (asked === null) return null
  if (asked.kind === 'move')
    return <MoveRunningDialog dropped={asked.dropped} lot={lot} onClose={onClose} onDone={onDone} />
  const { bar } = asked
  if (asked.kind === 'card')
    return (
      <TimelineCard
        bar={bar}
        lot={lot}
        onClose={onClose}
        onChange={(kind) => onAsk({ kind, bar, given: {} })}
      />
    )
  const { id, starts_at, ends_at } = bar.reservation
  return (
    <StaffChangeDialog
      reservation={{ id, starts_at, ends_at, spot_id: bar.spot_id }}
      lot={lot}
      kind={asked.kind}
      given={asked.given}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
