import { hintSignedIn } from '@/lib/signed-in-hint.ts'

/** Goes on after signing in. The page is loaded anew: whatever was kept from before belonged to nobody. */
export function enterWith(next: string): void {
  hintSignedIn(true)
  window.location.assign(next)
}
