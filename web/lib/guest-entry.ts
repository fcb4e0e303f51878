/** What a wallet of the payment provider gives once its owner has agreed to pay. */
export interface WalletEntry {
  /** As the wallet has them; blank if it gives none. */
  payer: { full_name: string; email: string }
  /** What the wallet said that is paid. */
  agreed_cents: number
  stripe_payment_method_id: string
}

/** What a page with the only button does with the form of a guest. */
export interface GuestEntry {
  /** Whether nothing is missing; otherwise it is named beside its field. With `byWallet`, the wallet says who the guest is. */
  isComplete(byWallet?: boolean): boolean
  /**
   * Starts the session and stores the vehicle. Returns the vehicle's ID, or null if something was refused, which the form shows. What is
   * typed comes before what a wallet says.
   */
  enter(payer?: WalletEntry['payer']): Promise<string | null>
}
