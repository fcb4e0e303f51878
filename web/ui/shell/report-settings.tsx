import { REPORT_SETTINGS } from '@openspot/core/error-monitoring/page-settings.ts'
import { reportSettings } from '@/lib/env.ts'

/** Tells the page in its head how it reports errors (see `lib/error-reporting/start.ts`). Rendered only by the server. */
export function ReportSettings() {
  return <meta name={REPORT_SETTINGS} content={reportSettings()} />
}
