/** A payment of an invoice. Answers of the release before have no `second_` fields. */
export interface MaybeSecond {
  id: string
  amount_cents: number
  second_taken_at?: string | null
  second_returned_at?: string | null
}

interface Second {
  id: string
  amount_cents: number
  second_returned_at: string | null
}

/** Returns the payments that were taken although their invoice was already paid. */
export const takenTwice = (payments: readonly MaybeSecond[] = []): Second[] =>
  payments.flatMap(({ id, amount_cents, second_taken_at = null, second_returned_at = null }) =>
    second_taken_at === null ? [] : [{ id, amount_cents, second_returned_at }],
  )
