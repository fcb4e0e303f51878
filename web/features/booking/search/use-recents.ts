'use client'
import type { Place } from '@openspot/contract/lots/lots.ts'
import { isOneOf, placeKinds } from '@openspot/core/enums.ts'
import { useMemo } from 'react'
import { useChoice, writeChoice } from '@/lib/stored-choice.ts'

/** What is kept of a place in this browser. */
export type RecentPlace = Pick<Place, 'kind' | 'name' | 'detail' | 'lat' | 'lng' | 'time_zone'> &
  Partial<Pick<Place, 'reader_name'>>

const NAME = 'openspot-recent-places'
const MOST = 5

/** The places that were chosen in this browser, the latest first. They never leave it. */
export function useRecents(): readonly RecentPlace[] {
  const kept = useChoice(NAME)
  return useMemo(() => readRecents(kept), [kept])
}

/** Puts a place first. */
export function keepRecent(place: RecentPlace, before: readonly RecentPlace[]): void {
  const { kind, name, reader_name = null, detail, lat, lng, time_zone } = place
  const others = before.filter((one) => one.name !== name || one.detail !== detail)
  const all = [{ kind, name, reader_name, detail, lat, lng, time_zone }, ...others].slice(0, MOST)
  writeChoice(NAME, JSON.stringify(all))
}

export const clearRecents = (): void => writeChoice(NAME, null)

/** Parses what was kept, which the person or an earlier version may have changed. */
function readRecents(kept: string | null): RecentPlace[] {
  if (kept === null) return []
  try {
    const list: unknown = JSON.parse(kept)
    return Array.isArray(list) ? list.filter(isRecent).slice(0, MOST) : []
  } catch {
    // Not JSON, so nothing was kept that could be used.
    return []
  }
}

function isRecent(value: unknown): value is RecentPlace {
  const place = value as Partial<Record<keyof RecentPlace, unknown>> | null
  return (
    typeof place === 'object' &&
    place !== null &&
    typeof place.kind === 'string' &&
    isOneOf(placeKinds, place.kind) &&
    [place.name, place.detail, place.time_zone].every((text) => typeof text === 'string') &&
    (typeof place.reader_name === 'string' || (place.reader_name ?? null) === null) &&
    [place.lat, place.lng].every((degrees) => typeof degrees === 'number')
  )
}
