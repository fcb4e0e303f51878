import type { GateModel } from './gate-model.ts'

/** What a simulated gate does, as a driver in the process and as a device on the network. */
export const gateScripts = [
  'OK',
  'NO_SENSOR',
  'SLOW',
  'OFFLINE',
  'SILENT',
  'ERROR',
  'OBSTRUCTED',
  'STUCK_OPEN',
  'TOGGLE',
] as const

export type GateScript = (typeof gateScripts)[number]

export interface ScriptBehavior {
  is_online: boolean
  has_sensor: boolean
  /** Answers a command with an error, without executing it. */
  refuses: boolean
  /** A silent device executes the command and never answers. */
  answers: boolean
}

const normal: ScriptBehavior = { is_online: true, has_sensor: true, refuses: false, answers: true }

export const scripts: Record<GateScript, ScriptBehavior> = {
  OK: normal,
  NO_SENSOR: { ...normal, has_sensor: false },
  SLOW: normal,
  OFFLINE: { ...normal, is_online: false },
  SILENT: { ...normal, answers: false },
  ERROR: { ...normal, refuses: true },
  OBSTRUCTED: normal,
  STUCK_OPEN: normal,
  TOGGLE: normal,
}

export const modelOf = (
  script: GateScript,
  times: Pick<GateModel, 'travel_ms' | 'auto_close_ms'>,
): GateModel => ({
  ...times,
  actuation: script === 'TOGGLE' ? 'TOGGLE_BUTTON' : 'OPEN_INPUT',
  obstructed_at: script === 'OBSTRUCTED' ? 0.5 : null,
  is_stuck: script === 'STUCK_OPEN',
})

const slowness = 10

/** Returns a function for the next latency in milliseconds. The same seed gives the same ones. */
export function latencyOf(
  script: GateScript,
  seed: number,
  { least, most }: { least: number; most: number },
): () => number {
  let state = seed >>> 0
  return () => {
    // A linear congruential generator (Numerical Recipes), which is enough for latencies.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const latency = least + (state / 2 ** 32) * (most - least)
    return script === 'SLOW' ? latency * slowness : latency
  }
}

/** The scripts that staff choose from; the toggle button comes from the settings of the gate. */
export const simulatedGateScripts = gateScripts.filter((script) => script !== 'TOGGLE')
