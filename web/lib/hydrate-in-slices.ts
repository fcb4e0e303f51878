import { startTransition } from 'react'
import client from 'react-dom/client'

/**
 * Makes React take over a page in slices of a few milliseconds, so that a tap meanwhile is answered at once: on a slow phone the page
 * of a lot is otherwise busy for a second. The app router of Next.js does so itself; its pages router takes over in one piece.
 * Called before Next.js takes over.
 */
export function hydrateInSlices(): void {
  const { hydrateRoot } = client
  client.hydrateRoot = (...args) => {
    let root: ReturnType<typeof hydrateRoot> | undefined
    // React runs this at once.
    startTransition(() => {
      root = hydrateRoot(...args)
    })
    if (!root) throw new Error('React did not start to take over the page.')
    return root
  }
}
