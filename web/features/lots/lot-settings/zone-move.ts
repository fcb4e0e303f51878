import { CallError } from '@openspot/contract/call.ts'

/** What a new time zone does to the local times of reservations. */
export interface ZoneMove {
  time_zone: string
  reservations: number
  min_minutes: number
  max_minutes: number
}

/** Returns what must be confirmed before a new time zone is saved, if that is why a change was refused. */
export function zoneMoveOf(error: unknown): ZoneMove | null {
  if (!(error instanceof CallError) || error.body.code !== 'time_zone_moves_reservations') return null
  const { time_zone, reservations, min_minutes, max_minutes } = error.body.details ?? {}
  if (typeof time_zone !== 'string') return null
  return {
    time_zone,
    reservations: Number(reservations),
    min_minutes: Number(min_minutes),
    max_minutes: Number(max_minutes),
  }
}
