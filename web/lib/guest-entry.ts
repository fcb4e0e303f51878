/** What a page with the only button does with the form of a guest. */
export interface GuestEntry {
  /** Whether nothing is missing; otherwise it is named beside its field. */
  isComplete(): boolean
  /** Starts the session and stores the vehicle. Returns the vehicle's ID, or null if something was refused, which the form shows. */
  enter(): Promise<string | null>
}
