import { REPORT_SETTINGS, readReportSettings } from '@openspot/core/error-monitoring/page-settings.ts'
import { report, whenReported } from '@/lib/reports/report.ts'

/**
 * Starts to report errors. The SDK is loaded once the page has loaded and there is an error or the person does something, or after ten
 * seconds, so that it never competes with the page. Until then, errors wait in memory.
 */
export function startReports(): void {
  const meta = document.querySelector(`meta[name="${REPORT_SETTINGS}"]`)
  const settings = readReportSettings(meta?.getAttribute('content'))
  if (settings === null) return
  const onError = ({ error, message }: ErrorEvent) =>
    report(error ?? message, { caught_by: 'onerror', is_handled: false })
  const onRejection = ({ reason }: PromiseRejectionEvent) =>
    report(reason, { caught_by: 'onunhandledrejection', is_handled: false })
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  afterLoad(async () => {
    const { startSdk } = await import('./sdk.ts')
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
    startSdk(settings)
  })
}

/** Nothing of the page may wait for the SDK, and it can't be there at once on a slow line anyway. */
const SOON_MS = 4_000
const LATEST_MS = 10_000
const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

function afterLoad(work: () => Promise<void>): void {
  const begin = () =>
    void work().catch(() => {
      // It could not be loaded. Nobody can be told, and nobody needs it to use the page.
    })
  const whenIdle = () => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(begin, { timeout: SOON_MS })
    else setTimeout(begin, SOON_MS / 4)
  }
  const whenWanted = () => {
    const wanted = new AbortController()
    const start = () => {
      if (wanted.signal.aborted) return
      wanted.abort()
      whenIdle()
    }
    for (const sign of signs) window.addEventListener(sign, start, { signal: wanted.signal, passive: true })
    setTimeout(start, LATEST_MS)
    whenReported(start)
  }
  if (document.readyState === 'complete') whenWanted()
  else window.addEventListener('load', whenWanted, { once: true })
}
