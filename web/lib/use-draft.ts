'use client'
import { useCallback, useEffect, useRef, useState } from 'react'

/** How long a draft is offered again. Who comes back later has begun something else. */
const KEPT_MS = 24 * 3_600_000
const nameOf = (name: string) => `openspot.draft ${name}`

interface Kept {
  values: Record<string, unknown>
  at: number
}

/**
 * The state of a form, kept in this tab across a reload, going back, and a detour to another page, until it is done. Only plain values are
 * kept, and never a password or a card. The first paint has the initial values, as the server rendered them.
 */
export function useDraft<Draft extends object>(name: string | null, initial: () => Draft) {
  const [draft, setDraft] = useState(initial)
  const latest = useRef(draft)
  useEffect(() => {
    const kept = name === null ? null : keptDraft(name)
    if (kept === null) return
    latest.current = filled(latest.current, kept)
    setDraft(latest.current)
  }, [name])
  const change = useCallback(
    (next: Draft | ((former: Draft) => Draft)) => {
      latest.current = typeof next === 'function' ? next(latest.current) : next
      setDraft(latest.current)
      if (name !== null) keep(name, latest.current)
    },
    [name],
  )
  /** What was entered is done, so that the form is empty the next time. */
  const forget = useCallback(() => {
    if (name !== null) inStorage((storage) => storage.removeItem(nameOf(name)))
  }, [name])
  return [draft, change, forget] as const
}

/** The same for a form that is one text. */
export function useTextDraft(name: string | null) {
  const [{ text }, change, forget] = useDraft(name, () => ({ text: '' }))
  const setText = useCallback((next: string) => change({ text: next }), [change])
  const done = useCallback(() => {
    setText('')
    forget()
  }, [setText, forget])
  return [text, setText, done] as const
}

/** Fills in what is known before a form is opened, such as the address that was invited. What was typed before stays. */
export function offerDraft(name: string, values: Record<string, string>): void {
  keep(name, { ...values, ...keptDraft(name) })
}

/** Forgets all drafts, because the next person at this device must not find them. */
export function forgetDrafts(): void {
  inStorage((storage) => {
    const names = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')
    for (const name of names) if (name.startsWith(nameOf(''))) storage.removeItem(name)
  })
}

function keep(name: string, values: object): void {
  const kept: Kept = { values: { ...values }, at: Date.now() }
  inStorage((storage) => storage.setItem(nameOf(name), JSON.stringify(kept)))
}

function keptDraft(name: string): Record<string, unknown> | null {
  const text = inStorage((storage) => storage.getItem(nameOf(name)))
  if (!text) return null
  try {
    const { values, at } = JSON.parse(text) as Kept
    return Date.now() - at < KEPT_MS ? values : null
  } catch {
    // Another release may have kept something else.
    return null
  }
}

/** Returns the draft with those of the kept values that have a field of the same kind. */
function filled<Draft extends object>(draft: Draft, kept: Record<string, unknown>): Draft {
  const known = Object.entries(draft).filter(
    ([key, value]) => key in kept && typeof kept[key] === typeof value,
  )
  return { ...draft, ...Object.fromEntries(known.map(([key]) => [key, kept[key]])) }
}

function inStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(window.sessionStorage)
  } catch {
    // A browser may forbid storage, or have none left. Then the draft lasts as long as the page.
    return undefined
  }
}
