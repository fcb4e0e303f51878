import type { FileReason } from './file-reasons.ts'
import type { Outcome } from './outcomes.ts'

/** A longer value is recognized by its start. */
const MAX_CHARACTERS = 200

/** Shortens the names and values of a file that a reader sees, and leaves out properties that have no place in Openspot beyond `most` outcomes. */
export function shortenOutcomes(outcomes: readonly Outcome[], most: number): Outcome[] {
  // Everything that has a place is listed; there are only some dozens of such properties.
  const placed = outcomes.filter(({ reason }) => reason?.code !== 'no_place')
  const others = outcomes.filter(({ reason }) => reason?.code === 'no_place')
  const room = outcomes.length > most ? most - placed.length - 1 : others.length
  const count = others.length - room
  const rest: Outcome = {
    property: { own: 'feature' },
    outcome: 'ignored',
    reason: { code: 'not_listed', count },
  }
  const listed = count === 0 ? outcomes : [...placed, ...others.slice(0, room), rest]
  return listed.map(({ property, outcome, reason }) => ({
    property: typeof property === 'string' ? shorten(property) : property,
    outcome,
    reason: reason && shortenReason(reason),
  }))
}

/** Shortens the values of a reason that come from the file. */
export function shortenReason(reason: FileReason): FileReason {
  const values = Object.entries(reason).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'string' ? shorten(value) : value,
  ])
  return Object.fromEntries(values) as FileReason
}

const shorten = (text: string) =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text
