import { type Corner, moved } from '@openspot/core/geo/drawn-outline.ts'
import { type ReactNode, useEffect, useRef } from 'react'

const steps: Readonly<Record<string, readonly [east: number, north: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** Something on a map that arrow keys move by a meter, and by ten with the shift key; Delete removes it. */
export function MapHandle({
  at,
  label,
  className,
  isQuiet = false,
  onMove,
  onRemove,
  children,
}: {
  at: Corner
  label: string
  className: string | undefined
  isQuiet?: boolean
  onMove: (to: Corner) => void
  onRemove?: () => void
  children?: ReactNode
}) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const step = steps[event.key]
      const isRemoval = event.key === 'Delete' || event.key === 'Backspace'
      if (!step && !(isRemoval && onRemove)) return
      event.preventDefault()
      // The map around it would move as well. It hears the key before React does, so React's own event is too late.
      event.stopPropagation()
      const meters = event.shiftKey ? 10 : 1
      if (step) onMove(moved(at, step[0] * meters, step[1] * meters))
      else onRemove?.()
    }
    const handle = button.current
    handle?.addEventListener('keydown', press)
    return () => handle?.removeEventListener('keydown', press)
  }, [at, onMove, onRemove])
  return (
    <button
      ref={button}
      type="button"
      className={className}
      data-quiet={isQuiet || undefined}
      aria-label={label}
    >
      {children}
    </button>
  )
}
