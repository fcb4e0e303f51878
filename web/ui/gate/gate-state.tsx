import type { Gate } from '@openspot/contract/operations/gates.ts'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { Moment } from '@/ui/time.tsx'
import css from './gate.module.css'

type Facts = Pick<
  Gate,
  'position' | 'is_reachable' | 'reachable_at' | 'is_obstructed' | 'held_open_until' | 'locked_reason'
>

/** The state of a gate in one line: what needs attention first. */
export function GateState({ gate, zone }: { gate: Facts; zone: string }) {
  const t = useTranslations()
  const [tone, text] = stateOf(gate)
  return (
    <span className={css.state} data-tone={tone}>
      {text === 'offline' && gate.reachable_at
        ? t.rich('gates.offline', { time: tag(<Moment at={gate.reachable_at} zone={zone} inside />) })
        : text === 'held' && gate.held_open_until
          ? t.rich('gates.heldOpen', { time: tag(<Moment at={gate.held_open_until} zone={zone} inside />) })
          : text === 'locked'
            ? t('gates.locked', { reason: gate.locked_reason ?? '' })
            : text === 'obstructed'
              ? t('gates.obstructed')
              : text === 'unknown'
                ? gate.is_reachable
                  ? t('gates.online')
                  : t('gates.neverAsked')
                : t(`gates.position.${gate.position}`)}
    </span>
  )
}

function stateOf(gate: Facts): ['good' | 'bad' | 'mark' | 'plain', string] {
  if (gate.is_reachable === false) return ['bad', 'offline']
  if (gate.is_obstructed) return ['bad', 'obstructed']
  if (gate.locked_reason !== null) return ['mark', 'locked']
  if (gate.held_open_until !== null) return ['mark', 'held']
  if (gate.position === 'UNKNOWN') return [gate.is_reachable ? 'good' : 'plain', 'unknown']
  return [gate.position === 'OPEN' || gate.position === 'OPENING' ? 'mark' : 'good', 'position']
}
