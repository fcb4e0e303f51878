import {
  closedGate,
  type GateModel,
  type GateMotion,
  moveGate,
  nextChangeOf,
  pulseGate,
  readGate,
  stuckGate,
} from '@openspot/core/gates/gate-model.ts'
import { type GateScript, latencyOf, modelOf, scripts } from '@openspot/core/gates/scripts.ts'
import type { Ports } from '../../../ports.ts'
import { acknowledged, type GateDriver, notSent, type TriggerOutcome, unknown } from './driver.ts'
import { GateState } from './gate-state.ts'

export interface SimulatedConfig {
  script: GateScript
  /** The same seed gives the same latencies. */
  seed: number
  /** The range of the latency of a call. */
  latency_ms: { least: number; most: number }
  model: Pick<GateModel, 'travel_ms' | 'auto_close_ms'>
}

export interface SimulatedGate extends GateDriver {
  /** How many pulses the gate executed. */
  pulses(): number
}

/** A gate in this process, without a device. */
export function openSimulated(
  { script, seed, latency_ms, model: times }: SimulatedConfig,
  ports: Pick<Ports, 'now'>,
): SimulatedGate {
  const behavior = scripts[script]
  const model = modelOf(script, times)
  const now = () => ports.now().getTime()
  const nextLatency = latencyOf(script, seed, latency_ms)
  const state = new GateState(ports)
  const closing = new AbortController()
  let motion: GateMotion = model.is_stuck ? stuckGate(now()) : closedGate(now())
  let pulses = 0
  let timer: NodeJS.Timeout | undefined

  const report = () => {
    const { position, is_obstructed } = readGate(model, motion, now())
    const reading = behavior.has_sensor ? { position, is_obstructed } : {}
    state.update({ is_reachable: behavior.is_online, ...(behavior.is_online ? reading : {}) })
    clearTimeout(timer)
    const next = nextChangeOf(model, motion, now())
    if (next !== null && !closing.signal.aborted)
      timer = setTimeout(report, Math.max(1, next - now())).unref()
  }
  report()

  /** Executes the change after the latency, unless the deadline comes first. */
  const run = async (signal: AbortSignal, change: () => GateMotion): Promise<TriggerOutcome> => {
    if (signal.aborted) return notSent('expired')
    if (!behavior.is_online || closing.signal.aborted) return notSent('unreachable')
    if (behavior.refuses) return notSent('refused', { code: -114, message: 'The simulated device refuses.' })
    if (!(await passed(nextLatency(), signal))) return notSent('expired')
    motion = change()
    report()
    if (behavior.answers) return acknowledged({ was_on: false })
    await passed(Number.POSITIVE_INFINITY, signal)
    return unknown('no_response')
  }

  return {
    capabilities: {
      position: behavior.has_sensor,
      holdOpen: true,
      obstruction: behavior.has_sensor,
      acknowledgment: true,
    },
    pulses: () => pulses,
    trigger: ({ signal }) =>
      run(signal, () => {
        pulses += 1
        return pulseGate(model, motion, now())
      }),
    holdOpen: ({ signal, until }) =>
      until.getTime() <= now()
        ? Promise.resolve(notSent('expired'))
        : run(signal, () => ({ ...moveGate(model, motion, now(), 1), is_held: true })),
    endHoldOpen: ({ signal }) => run(signal, () => moveGate(model, motion, now(), -1)),
    status: async () => {
      report()
      return state.current()
    },
    subscribe: (listener) => state.subscribe(listener),
    checkConfig: async () =>
      behavior.is_online ? [] : [{ code: 'unreachable', detail: 'The simulated device is offline.' }],
    close: async () => {
      closing.abort()
      clearTimeout(timer)
    },
  }
}

/** Waits, and returns false if the signal aborts first. */
function passed(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((done) => {
    const timer = Number.isFinite(milliseconds) ? setTimeout(() => end(true), milliseconds) : undefined
    const abort = () => end(false)
    const end = (is_over: boolean) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      done(is_over)
    }
    if (signal.aborted) end(false)
    else signal.addEventListener('abort', abort, { once: true })
  })
}
