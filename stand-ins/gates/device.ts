import {
  closedGate,
  type GateModel,
  type GateMotion,
  moveGate,
  nextChangeOf,
  pulseGate,
  readGate,
  type SimulatedReading,
  stuckGate,
} from '@openspot/core/gates/gate-model.ts'
import { type GateScript, latencyOf, modelOf, scripts } from '@openspot/core/gates/scripts.ts'

export interface DeviceOptions {
  /** The device ID, which is also the realm of its authentication. */
  id: string
  kind: 'SWITCH' | 'COVER'
  script?: GateScript
  seed?: number
  latency_ms?: { least: number; most: number }
  model?: Partial<Pick<GateModel, 'travel_ms' | 'auto_close_ms'>>
  now?: () => Date
  /** What the device is configured to; a well-prepared one if absent. */
  auto_off?: boolean
  initial_state?: 'off' | 'on' | 'restore_last'
  /** The default of `auto_off` in seconds. */
  auto_off_delay?: number
  /** An old firmware, which does not know this argument. */
  rejects_toggle_after?: boolean
}

/** A gate and the device that moves it: a relay, a motor, a contact at the closed end. No protocol. */
export class GateDevice {
  readonly options: DeviceOptions
  script: GateScript
  /** How often the contact was closed, which is all that the gate notices. */
  pulses = 0
  is_on = false
  /** Tenths of a second, as Tasmota counts; 0 keeps the relay on. */
  pulse_time = 0
  /** What Tasmota does with the relay when power returns; 0 leaves it off. */
  power_on_state = 0
  private readonly listeners = new Set<() => void>()
  private readonly nextLatency: () => number
  private motion: GateMotion
  private off_timer: NodeJS.Timeout | undefined
  private change_timer: NodeJS.Timeout | undefined
  private is_closed = false

  constructor(options: DeviceOptions) {
    this.options = options
    this.script = options.script ?? 'OK'
    const latency = options.latency_ms ?? { least: 0, most: 0 }
    this.nextLatency = latencyOf(this.script, options.seed ?? 1, latency)
    this.motion = this.model.is_stuck ? stuckGate(this.now()) : closedGate(this.now())
  }

  get behavior() {
    return scripts[this.script]
  }

  reading(): SimulatedReading {
    return readGate(this.model, this.motion, this.now())
  }

  /** Whether the contact is closed and nothing will open it again. */
  get is_latched(): boolean {
    return this.is_on && this.off_timer === undefined
  }

  /** Switches the relay, and off again after a time. Only a change from off to on is a pulse. */
  setRelay(on: boolean, off_after_ms: number | null): { was_on: boolean } {
    const was_on = this.is_on
    clearTimeout(this.off_timer)
    this.off_timer = undefined
    this.is_on = on
    if (on && off_after_ms !== null) {
      this.off_timer = setTimeout(() => {
        this.is_on = false
        this.off_timer = undefined
        this.changed()
      }, off_after_ms).unref()
    }
    if (on && !was_on) {
      this.pulses += 1
      this.motion = pulseGate(this.model, this.motion, this.now())
    }
    this.changed()
    return { was_on }
  }

  /** What a device with two relays does: it drives in a direction. */
  drive(direction: 1 | -1): void {
    this.pulses += 1
    this.motion = moveGate(this.model, this.motion, this.now(), direction)
    this.changed()
  }

  /** Waits as long as the script says before an answer. */
  async delay(): Promise<void> {
    const latency = this.nextLatency()
    if (latency > 0) await new Promise((done) => setTimeout(done, latency).unref())
  }

  /** Calls the listener after each change of the relay or the position. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  setScript(script: GateScript): void {
    this.script = script
    this.motion = this.model.is_stuck ? stuckGate(this.now()) : closedGate(this.now())
    this.changed()
  }

  close(): void {
    this.is_closed = true
    clearTimeout(this.off_timer)
    clearTimeout(this.change_timer)
  }

  private get model(): GateModel {
    return modelOf(this.script, { travel_ms: 25_000, auto_close_ms: null, ...this.options.model })
  }

  private now(): number {
    return (this.options.now?.() ?? new Date()).getTime()
  }

  private changed(): void {
    if (this.is_closed) return
    for (const listener of this.listeners) listener()
    clearTimeout(this.change_timer)
    const next = nextChangeOf(this.model, this.motion, this.now())
    if (next === null) return
    this.change_timer = setTimeout(() => this.changed(), Math.max(1, next - this.now())).unref()
  }
}
