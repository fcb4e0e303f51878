import type { GateActuation, GatePosition } from './enums.ts'

/** How a simulated gate moves. Pure: the position follows from the last motion and the time. */

/** Where a gate with a position sensor can be. */
export type KnownGatePosition = Exclude<GatePosition, 'UNKNOWN'>

export interface GateModel {
  actuation: GateActuation
  travel_ms: number
  /** How long the gate stays open before it closes; it stays open if null. */
  auto_close_ms: number | null
  /** The part of the way, from 0 (closed) to 1 (open), at which something blocks the gate. */
  obstructed_at: number | null
  /** The gate is open and does not move. */
  is_stuck: boolean
}

export interface GateMotion {
  /** The part of the way at `since`: 0 is closed and 1 is open. */
  opened: number
  /** 1 opens and -1 closes. It keeps its value when the gate has arrived, so that a toggle button reverses it. */
  direction: 1 | -1
  /** Milliseconds since the epoch. */
  since: number
  is_held: boolean
}

export const closedGate = (now: number): GateMotion => ({
  opened: 0,
  direction: -1,
  since: now,
  is_held: false,
})

export const stuckGate = (now: number): GateMotion => ({
  opened: 1,
  direction: 1,
  since: now,
  is_held: false,
})

/** Returns where the gate stops in its current direction. An obstruction blocks only the way ahead. */
function targetOf({ obstructed_at }: GateModel, { opened, direction }: GateMotion): number {
  const end = direction === 1 ? 1 : 0
  const is_ahead = obstructed_at !== null && (obstructed_at - opened) * direction > 0
  return is_ahead ? obstructed_at : end
}

const arrivalOf = (model: GateModel, motion: GateMotion): number =>
  motion.since + Math.abs(targetOf(model, motion) - motion.opened) * model.travel_ms

/** Returns the current motion: the one that was started, or the automatic closing after it. */
function motionAt(model: GateModel, motion: GateMotion, now: number): GateMotion {
  if (model.is_stuck || model.auto_close_ms === null || motion.is_held) return motion
  const closes_at = arrivalOf(model, motion) + model.auto_close_ms
  if (motion.direction !== 1 || targetOf(model, motion) !== 1 || now < closes_at) return motion
  return { opened: 1, direction: -1, since: closes_at, is_held: false }
}

function openedAt(model: GateModel, motion: GateMotion, now: number): number {
  if (now >= arrivalOf(model, motion)) return targetOf(model, motion)
  return motion.opened + (motion.direction * (now - motion.since)) / model.travel_ms
}

export interface SimulatedReading {
  position: KnownGatePosition
  is_obstructed: boolean
}

export function readGate(model: GateModel, started: GateMotion, now: number): SimulatedReading {
  if (model.is_stuck) return { position: 'OPEN', is_obstructed: false }
  const motion = motionAt(model, started, now)
  const { direction } = motion
  if (now < arrivalOf(model, motion))
    return { position: direction === 1 ? 'OPENING' : 'CLOSING', is_obstructed: false }
  const target = targetOf(model, motion)
  if (target === 0) return { position: 'CLOSED', is_obstructed: false }
  if (target === 1) return { position: 'OPEN', is_obstructed: false }
  return { position: 'STOPPED', is_obstructed: target === model.obstructed_at }
}

/** Returns the motion after one pulse. An open input only opens; a toggle button reverses the last direction. */
export function pulseGate(model: GateModel, started: GateMotion, now: number): GateMotion {
  const motion = motionAt(model, started, now)
  const direction = model.actuation === 'OPEN_INPUT' || motion.direction === -1 ? 1 : -1
  return moveGate(model, motion, now, direction)
}

export function moveGate(model: GateModel, started: GateMotion, now: number, direction: 1 | -1): GateMotion {
  if (model.is_stuck) return started
  const motion = motionAt(model, started, now)
  return { opened: openedAt(model, motion, now), direction, since: now, is_held: false }
}

/** Returns when the gate next changes its position without a further pulse, or null. */
export function nextChangeOf(model: GateModel, started: GateMotion, now: number): number | null {
  if (model.is_stuck) return null
  const motion = motionAt(model, started, now)
  const arrives_at = arrivalOf(model, motion)
  if (now < arrives_at) return arrives_at
  const closes_itself = model.auto_close_ms !== null && !motion.is_held && motion.direction === 1
  return closes_itself && targetOf(model, motion) === 1 ? arrives_at + (model.auto_close_ms ?? 0) : null
}
