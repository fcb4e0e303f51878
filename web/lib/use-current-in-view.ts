'use client'
import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls the current item of a navigation strip into view, because on a phone not all items fit. A reader who has
 * scrolled the strip before the page became interactive keeps their place, so that a tap hits what they aimed at.
 */
export function useCurrentInView(strip: RefObject<HTMLElement | null>, path: string | null): void {
  const isFirst = useRef(true)
  useEffect(() => {
    const hasScrolled = isFirst.current && (strip.current?.scrollLeft ?? 0) > 0
    isFirst.current = false
    if (path === null || hasScrolled) return
    strip.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [strip, path])
}
