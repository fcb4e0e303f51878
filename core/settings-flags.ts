import { type Flag, flags } from './flags/catalog.ts'
import { PlainError } from './plain-error.ts'
import { type Env, text } from './settings-values.ts'

/** Reads `waitlist=off,driver_messages=on`. An unknown name or value stops the start, so that a typing error is not silent. */
export function readFlags(env: Env, name: string): Partial<Record<Flag, boolean>> {
  const set: Partial<Record<Flag, boolean>> = {}
  for (const part of (text(env, name) ?? '').split(',')) {
    if (part.trim() === '') continue
    const [flag, value] = part.split('=').map((word) => word.trim())
    const known = flags.find((one) => one === flag)
    if (known === undefined || (value !== 'on' && value !== 'off'))
      throw new PlainError(
        `${name} contains "${part.trim()}"; each part must be one of ${flags.join(', ')}, followed by =on or =off.`,
      )
    set[known] = value === 'on'
  }
  return set
}
