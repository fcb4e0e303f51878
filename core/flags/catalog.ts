/** A switch of a part of the product, which can be off for an environment or a lot. */
export interface FlagRule {
  /** What counts where neither the environment nor the lot says otherwise. */
  default: boolean
  /** Who decides about it and answers for it. */
  owner: 'BOOKING' | 'MONEY' | 'OPERATIONS'
  /** Whether it can be set for one lot. */
  per_lot: boolean
}

/**
 * All flags. The screens describe each one (`flags.<name>` of the messages). Reading one that is not here doesn't compile, and one that
 * no code reads has to go.
 */
export const flagCatalog = {
  /** Whether drivers can join the waitlist of a full lot. Who waits already stays on it. */
  waitlist: { default: true, owner: 'BOOKING', per_lot: true },
  /** Whether drivers and hosts can write to each other about a reservation. */
  driver_messages: { default: true, owner: 'BOOKING', per_lot: true },
} as const satisfies Record<string, FlagRule>

export type Flag = keyof typeof flagCatalog
export const flags = Object.keys(flagCatalog) as Flag[]

/** Why a flag has its value. */
export const flagSources = ['LOT', 'ENVIRONMENT', 'DEFAULT'] as const
export type FlagSource = (typeof flagSources)[number]

/** Returns the value in effect, and why: what was set for the lot, then for the environment, then the default. */
export function effectiveFlag(
  flag: Flag,
  environment: Readonly<Partial<Record<Flag, boolean>>>,
  lot: boolean | null,
): { is_on: boolean; source: FlagSource } {
  if (lot !== null) return { is_on: lot, source: 'LOT' }
  const set = environment[flag]
  if (set !== undefined) return { is_on: set, source: 'ENVIRONMENT' }
  return { is_on: flagCatalog[flag].default, source: 'DEFAULT' }
}
