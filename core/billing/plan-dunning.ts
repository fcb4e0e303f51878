/** Days after the first failure on which a bill of a lot's plan is charged again. */
export const PLAN_RETRY_DAYS = [3, 5, 7] as const

/** Days after the first failure until which a bill of a lot's plan can be paid before the lot takes no new reservations. */
export const PLAN_GRACE_DAYS = 10

/** A bill of a plan below this amount, in minor units, is deducted from the earnings, because the card provider refuses it. */
export const MIN_PLAN_CHARGE_CENTS = 50
