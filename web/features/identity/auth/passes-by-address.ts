import type { OpenPass } from '@openspot/contract/booking/linked-passes.ts'

export interface PassesOfAddress {
  /** The address to which a link goes; null for passes that are confirmed in another way. */
  email_hint: string | null
  passes: OpenPass[]
}

/** Groups the passes of a device by the address to which a link that confirms them goes. Keeps their order. */
export function passesByAddress(passes: readonly OpenPass[]): PassesOfAddress[] {
  const groups = new Map<string | null, OpenPass[]>()
  for (const pass of passes) {
    const { by, email_hint } = pass.confirm
    const key = by === 'EMAIL' ? email_hint : null
    groups.set(key, [...(groups.get(key) ?? []), pass])
  }
  return [...groups].map(([email_hint, of]) => ({ email_hint, passes: of }))
}
