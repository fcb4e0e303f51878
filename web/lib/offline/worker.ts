import { isBuilt } from '@/lib/env.ts'

/** The parts of the site that open without a connection. Each registers the same worker for itself. */
type Scope = '/patrol' | '/me' | '/pass' | '/guest'

/** Registers the service worker that opens kept pages without a connection. */
export async function registerWorker(scope: Scope): Promise<void> {
  // During development the scripts change with every edit, so nothing of them is kept.
  if (!isBuilt || !('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/offline-sw.js', { scope })
}
