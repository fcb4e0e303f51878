import { createHash } from 'node:crypto'

/**
 * Milliseconds of processor time that the work below needs on the machine for which the budgets of tests were chosen; how it was estimated is in
 * docs/decisions/0057-depth-of-tests.md.
 */
const REFERENCE_MS = 18

/** Enough for the engine to have compiled the work as far as it does. */
const ROUNDS = 30

/** The kinds of work that tests do most: objects and strings, JSON, sorting, patterns, and hashes. */
function work(): string {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({
    id: (i * 7919) % 20_011,
    plate: `P ${(i * 31) % 977}`,
    at: { minutes: i * 15, zone: 'America/Chicago' },
  }))
  const read = JSON.parse(JSON.stringify(rows)) as typeof rows
  const sorted = read.toSorted((one, other) => one.plate.localeCompare(other.plate) || one.id - other.id)
  const groups = new Map<string, number>()
  for (const { plate, at } of sorted) {
    const key = plate.replace(/[^A-Z0-9]/g, '')
    groups.set(key, (groups.get(key) ?? 0) + at.minutes)
  }
  const hash = createHash('sha256')
  for (const [plate, minutes] of groups) hash.update(`${plate}:${minutes}`)
  return hash.digest('hex')
}

/**
 * How many times as long as on the machine of the budgets this one needs at the moment; at least 1. It is the best of some rounds, because a
 * disturbed one says nothing about the machine.
 */
export function measureSlowness(): number {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.max(1, Math.min(...rounds) / REFERENCE_MS)
}
