'use client'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls the current item of a navigation strip into view, because on a phone not all items fit, and again when `items` changes,
 * because those that come later move the others. A reader who has scrolled the strip since, or is at another item by keyboard, keeps their
 * place, so that a tap hits what they aimed at and what has the focus is seen.
 */
export function useCurrentInView(
  strip: RefObject<HTMLElement | null>,
  path: string | null,
  items?: string | number,
): void {
  const last = useRef<{ path: string | null; left: number }>({ path, left: 0 })
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `items` only says that others are shown
  useEffect(() => {
    const element = strip.current
    if (!element || path === null) return
    const current = element.querySelector('[aria-current]')
    const hasMoved = Math.abs(element.scrollLeft - last.current.left) > 1
    const focused = element.contains(document.activeElement) ? document.activeElement : current
    const isReading = last.current.path === path && (hasMoved || focused !== current)
    if (!isReading) current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    last.current = { path, left: isReading ? Number.NEGATIVE_INFINITY : element.scrollLeft }
  }, [strip, path, items])

  // A browser scrolls to what gets the focus, but not if only its edge is visible. A tap must not move what it hits.
  useEffect(() => {
    const element = strip.current
    const show = ({ target }: FocusEvent) => {
      if (target instanceof Element && target.matches(':focus-visible'))
        target.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    element?.addEventListener('focusin', show)
    return () => element?.removeEventListener('focusin', show)
  }, [strip])
}
