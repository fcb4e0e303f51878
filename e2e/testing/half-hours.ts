const HALF_HOUR = 1_800_000

let later = 0

/** What has room before a half hour ends: the longest test and those before it in its file. */
const ROOM = 20 * 60_000

/**
 * Chooses the half hour from which `halfHourAt` counts what begins later. It stays the same while a file runs, and what begins a half hour
 * after it doesn't begin before the file ends.
 */
export function chooseHalfHour(): void {
  later = Math.floor((Date.now() + ROOM) / HALF_HOUR) * HALF_HOUR
}

/** The time some half hours after the chosen one; with 0, the last half hour, because the product takes no earlier start. */
export const halfHourAt = (halfHours: number): number =>
  halfHours === 0 ? Math.floor(Date.now() / HALF_HOUR) * HALF_HOUR : later + halfHours * HALF_HOUR
