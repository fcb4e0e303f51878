'use client'
import { type ReactNode, useEffect, useRef, useState } from 'react'

/** How far below the screen the content may still be when it is shown, so that few people see it load. */
const MARGIN = '400px'

/** Shows its content once a person has scrolled near it: for what loads much code and is below what most people came for. */
export function WhenNear({ className, children }: { className: string | undefined; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, setIsNear] = useState(false)
  useEffect(() => {
    if (isNear || !box.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsNear(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [isNear])
  return (
    <div ref={box} className={className}>
      {isNear ? children : null}
    </div>
  )
}
