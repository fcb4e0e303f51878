import { hintSignedIn } from '@/lib/signed-in-hint.ts'

/** Continues after signing in. The page is fully reloaded, because cached data belonged to an anonymous visitor. */
export function continueSignedIn(next: string): void {
  hintSignedIn(true)
  window.location.assign(next)
}
