/** A request to open a gate whose pulse this process sends. */
export interface PulseRequest {
  lot_id: string
  gate_id: string
  open_id: string
}

/** What became of a command to a device. NOT_SENT: nothing left this machine, or the device certainly ignored it. */
export type CommandOutcome = 'ACKNOWLEDGED' | 'NOT_SENT' | 'UNKNOWN'

/** The gates of all lots and their hardware. */
export interface GateHub {
  /** Sends the pulse of a request in the background, at most once. */
  send(request: PulseRequest): void
  holdOpen(gate_id: string, until: Date): Promise<CommandOutcome>
  /** Ends holding open; the gate closes as it is set up to. */
  release(gate_id: string): Promise<CommandOutcome>
  /** Asks the device whether it is reachable and set up safely, and stores the answer. */
  check(gate_id: string): Promise<void>
  /** Settles requests that were left behind, asks all gates whether they are reachable, and ends holds that are over. */
  lookAfter(): Promise<void>
  /** Waits until every pulse that was begun has its outcome. */
  settled(): Promise<void>
  close(): Promise<void>
}
