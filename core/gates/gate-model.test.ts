import { describe, expect, test } from 'vitest'
import { closedGate, type GateModel, moveGate, nextChangeOf, pulseGate, readGate } from './gate-model.ts'

const model: GateModel = {
  actuation: 'OPEN_INPUT',
  travel_ms: 1000,
  auto_close_ms: null,
  obstructed_at: null,
  is_stuck: false,
}
const toggle: GateModel = { ...model, actuation: 'TOGGLE_BUTTON' }
const position = (of: GateModel, motion: Parameters<typeof readGate>[1], now: number) =>
  readGate(of, motion, now).position

describe('the motion of a gate', () => {
  test('goes from closed over opening to open in its travel time', () => {
    const motion = pulseGate(model, closedGate(0), 100)
    expect([100, 1099, 1100].map((now) => position(model, motion, now))).toEqual([
      'OPENING',
      'OPENING',
      'OPEN',
    ])
    expect(nextChangeOf(model, motion, 100)).toBe(1100)
    expect(nextChangeOf(model, motion, 1100)).toBeNull()
  })

  test('is not disturbed by a second pulse on an open input', () => {
    const motion = pulseGate(model, pulseGate(model, closedGate(0), 0), 600)
    expect(position(model, motion, 1000)).toBe('OPEN')
  })

  test('is reversed by each pulse on a toggle button, from where the gate is', () => {
    const back = pulseGate(toggle, pulseGate(toggle, closedGate(0), 0), 300)
    expect([300, 599, 600].map((now) => position(toggle, back, now))).toEqual([
      'CLOSING',
      'CLOSING',
      'CLOSED',
    ])
    expect(position(toggle, pulseGate(toggle, back, 700), 1700)).toBe('OPEN')
  })

  test('closes an open gate with a late second pulse on a toggle button', () => {
    const late = pulseGate(toggle, pulseGate(toggle, closedGate(0), 0), 5000)
    expect(position(toggle, late, 6000)).toBe('CLOSED')
  })

  test('stops at an obstruction', () => {
    const blocked = { ...model, obstructed_at: 0.5 }
    const motion = pulseGate(blocked, closedGate(0), 0)
    expect(readGate(blocked, motion, 500)).toEqual({ position: 'STOPPED', is_obstructed: true })
  })

  test('closes by itself after its time, unless the gate is held', () => {
    const closing = { ...model, auto_close_ms: 500 }
    const motion = moveGate(closing, closedGate(0), 0, 1)
    expect([1499, 1500, 2500].map((now) => position(closing, motion, now))).toEqual([
      'OPEN',
      'CLOSING',
      'CLOSED',
    ])
    expect(position(closing, { ...motion, is_held: true }, 9000)).toBe('OPEN')
  })

  test('does not start on a stuck gate', () => {
    expect(position({ ...model, is_stuck: true }, closedGate(0), 5000)).toBe('OPEN')
  })
})
