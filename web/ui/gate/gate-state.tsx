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
  return (
    <span className={css.state} data-tone={toneOf(gate)}>
      <StateText gate={gate} zone={zone} />
    </span>
  )
}

function StateText({ gate, zone }: { gate: Facts; zone: string }) {
  const t = useTranslations()
  const moment = (at: string) => ({ time: tag(<Moment at={at} zone={zone} inside />) })
  if (gate.is_reachable === false && gate.reachable_at !== null)
    return t.rich('gates.offline', moment(gate.reachable_at))
  if (gate.is_obstructed) return t('gates.obstructed')
  if (gate.locked_reason !== null) return t('gates.locked', { reason: gate.locked_reason })
  if (gate.held_open_until !== null) return t.rich('gates.heldOpen', moment(gate.held_open_until))
  if (gate.position !== 'UNKNOWN') return t(`gates.position.${gate.position}`)
  return gate.is_reachable ? t('gates.online') : t('gates.neverAsked')
}

function toneOf(gate: Facts): 'good' | 'bad' | 'mark' | 'plain' {
  if (gate.is_reachable === false || gate.is_obstructed) return 'bad'
  if (gate.locked_reason !== null || gate.held_open_until !== null) return 'mark'
  if (gate.position === 'UNKNOWN') return gate.is_reachable ? 'good' : 'plain'
  return gate.position === 'OPEN' || gate.position === 'OPENING' ? 'mark' : 'good'
}
