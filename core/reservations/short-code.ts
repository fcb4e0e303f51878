/** How many digits of the ID are the code. They are its last ones, because the first ones are the time of the booking. */
const DIGITS = 8

/**
 * Returns the short code of a reservation, such as "7F3A-91C2", for people who read it to each other. It is not a secret, and
 * two reservations may have the same.
 */
export function shortCode(reservation_id: string): string {
  const digits = reservation_id.slice(-DIGITS).toUpperCase()
  return `${digits.slice(0, 4)}-${digits.slice(4)}`
}

/** Returns the last digits of the ID that a typed code or ID stands for, in lower case. Null if it is neither. */
export function typedCode(text: string): string | null {
  const digits = text.toLowerCase().replaceAll(/[^\da-z]/g, '')
  return /^(?:[\da-f]{24})?[\da-f]{8}$/.test(digits) ? digits.slice(-DIGITS) : null
}
