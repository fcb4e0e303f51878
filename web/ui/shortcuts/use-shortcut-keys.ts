'use client'
import { useEffect, useRef } from 'react'
import { areShortcutsOn, GO_MS, isTaken } from '@/lib/shortcuts.ts'

interface Actions {
  /** Opens what a letter stands for after "g". Returns whether it stands for anything. */
  go: (key: string) => boolean
  /** Shows the list of shortcuts. */
  help: () => void
}

/**
 * Listens to single keys: "/" for the search of the page, "?" for the list, and "g" and a letter for a section. Keys that are typed
 * into a field, belong to an open dialog, or come with Ctrl, ⌘, or Alt are left alone.
 */
export function useShortcutKeys(actions: Actions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    let pressedGo = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
        return
      if (isTaken(event.target) || !areShortcutsOn()) return
      const afterGo = event.timeStamp - pressedGo < GO_MS
      pressedGo = Number.NEGATIVE_INFINITY
      const key = event.key.toLowerCase()
      if (afterGo && latest.current.go(key)) event.preventDefault()
      else if (key === 'g') pressedGo = event.timeStamp
      else if (key === '?') {
        event.preventDefault()
        latest.current.help()
      } else if (key === '/' && focusSearch()) event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Focuses the search field of the page. Returns whether there is one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('#content input[type="search"]')
  field?.focus()
  field?.select()
  return field !== null
}
