'use client'
import { useSyncExternalStore } from 'react'

/** Choices of this browser by name, also while its storage can't be used: then they hold until the page is reloaded. */
const known = new Map<string, string | null>()
const listeners = new Set<() => void>()

/** Returns a choice that was kept in this browser, or null. */
export function readChoice(name: string): string | null {
  const kept = known.get(name)
  if (kept !== undefined) return kept
  const stored = inStorage((storage) => storage.getItem(name)) ?? null
  known.set(name, stored)
  return stored
}

/** Keeps a choice in this browser, or forgets it with null. */
export function writeChoice(name: string, value: string | null): void {
  known.set(name, value)
  inStorage((storage) => (value === null ? storage.removeItem(name) : storage.setItem(name, value)))
  for (const listener of listeners) listener()
}

/** The choice of a name, which the first paint doesn't know. */
export const useChoice = (name: string): string | null =>
  useSyncExternalStore(
    subscribe,
    () => readChoice(name),
    () => null,
  )

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function inStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.localStorage)
  } catch {
    // A browser may forbid storage, or have none left.
    return undefined
  }
}
