import type { Ports } from '../../../ports.ts'
import type { GateEvent, GateReading } from './driver.ts'

export type ReadingChange = Partial<Omit<GateReading, 'observed_at'>>

/** The last reading of a gate, and those who are told of changes. */
export class GateState {
  private readonly listeners = new Set<(event: GateEvent) => void>()
  private readonly ports: Pick<Ports, 'now'>
  private reading: GateReading

  constructor(ports: Pick<Ports, 'now'>) {
    this.ports = ports
    this.reading = { is_reachable: false, position: null, is_obstructed: null, observed_at: ports.now() }
  }

  current(): GateReading {
    return this.reading
  }

  update(change: ReadingChange): GateReading {
    const before = this.reading
    const after = { ...before, ...change, observed_at: this.ports.now() }
    this.reading = after
    const { observed_at, position, is_reachable, is_obstructed } = after
    if (is_reachable !== before.is_reachable) this.emit({ type: 'REACHABILITY', is_reachable, observed_at })
    if (position !== null && position !== before.position)
      this.emit({ type: 'POSITION', position, observed_at })
    if (is_obstructed !== null && is_obstructed !== (before.is_obstructed ?? false))
      this.emit({ type: 'OBSTRUCTION', is_obstructed, observed_at })
    return after
  }

  subscribe(listener: (event: GateEvent) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  get has_listeners(): boolean {
    return this.listeners.size > 0
  }

  private emit(event: GateEvent): void {
    for (const listener of this.listeners) listener(event)
  }
}
