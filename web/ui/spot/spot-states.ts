import type { SpotAvailability } from '@openspot/core/enums.ts'
import type { Translate } from '@openspot/messages/translate.ts'

/**
 * The look of each board state, distinguished by pattern as well as color, so that it works in sunlight, in print, and
 * for color-blind people. Full means an open end, half a known end; hatched is sublet by its assignee.
 */
export interface SpotLook {
  fill: string
  stroke: string
  dashed?: true
  /** The color of its label. */
  ink: string
}

export const spotLooks: Record<SpotAvailability, SpotLook> = {
  AVAILABLE: { fill: 'var(--os-good-soft)', stroke: 'var(--os-good)', ink: 'var(--os-good)' },
  RENTED: { fill: 'var(--os-brand)', stroke: 'var(--os-brand)', ink: 'var(--os-on-brand)' },
  RENTED_UNTIL: { fill: 'url(#spot-half)', stroke: 'var(--os-brand)', ink: 'var(--os-ink)' },
  SUBLEASED: { fill: 'url(#spot-hatch)', stroke: 'var(--os-brand)', ink: 'var(--os-ink)' },
  SUBLEASED_UNTIL: { fill: 'url(#spot-hatch-half)', stroke: 'var(--os-brand)', ink: 'var(--os-ink)' },
  ASSIGNED: { fill: 'url(#spot-dots)', stroke: 'var(--os-line-control)', ink: 'var(--os-ink)' },
  UNAVAILABLE: { fill: 'url(#spot-cross)', stroke: 'var(--os-line-strong)', ink: 'var(--os-ink-2)' },
  EMPTY: {
    fill: 'var(--os-surface)',
    stroke: 'var(--os-line-control)',
    dashed: true,
    ink: 'var(--os-ink-3)',
  },
}

/** The order in which staff ask for them. */
export const boardOrder: readonly SpotAvailability[] = [
  'AVAILABLE',
  'RENTED_UNTIL',
  'RENTED',
  'SUBLEASED_UNTIL',
  'SUBLEASED',
  'ASSIGNED',
  'EMPTY',
  'UNAVAILABLE',
]

export const stateWord = (t: Translate, state: SpotAvailability): string => t(`spot.states.${state}.word`)
export const stateMeaning = (t: Translate, state: SpotAvailability): string =>
  t(`spot.states.${state}.meaning`)
