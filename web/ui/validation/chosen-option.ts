import { useSyncExternalStore } from 'react'

/** The option that a driver scanned before booking, by lot. This browser remembers it until the reservation has it. */
const keyOf = (lot_id: string) => `openspot-validation-${lot_id}`

const subscribe = (onChange: () => void) => {
  window.addEventListener('storage', onChange)
  return () => window.removeEventListener('storage', onChange)
}

function read(lot_id: string): string | null {
  try {
    return window.localStorage.getItem(keyOf(lot_id))
  } catch (error) {
    // The browser forbids storage; then nothing is remembered.
    if (error instanceof DOMException) return null
    throw error
  }
}

/** Remembers an option, or with null forgets it. */
export function rememberOption(lot_id: string, public_option_id: string | null): void {
  try {
    if (public_option_id === null) window.localStorage.removeItem(keyOf(lot_id))
    else window.localStorage.setItem(keyOf(lot_id), public_option_id)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
  }
}

/** Returns the public ID of the option that was scanned for a lot. */
export const useChosenOption = (lot_id: string): string | null =>
  useSyncExternalStore(
    subscribe,
    () => read(lot_id),
    () => null,
  )
