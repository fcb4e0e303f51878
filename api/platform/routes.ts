import { jobRoutes } from '../jobs/jobs.routes.ts'
import { accountViewRoutes } from './account-views/account-views.routes.ts'
import { adminRoutes } from './admins/admins.routes.ts'
import { usageFigureRoutes } from './analytics/figures.routes.ts'
import { usageRoutes } from './analytics/usage.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { platformBalanceRoutes } from './balances/balances.routes.ts'
import { emailReportRoutes } from './emails/email-reports.routes.ts'
import { errorRoutes } from './error-monitoring/errors.routes.ts'
import { replayRoutes } from './error-monitoring/replays.routes.ts'
import { tunnelRoutes } from './error-monitoring/tunnel.routes.ts'
import { flagRoutes } from './flags/flags.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { platformLotRoutes } from './lots/lots.routes.ts'
import { mergeRoutes } from './merges/merges.routes.ts'
import { channelRoutes } from './notifications/channels.routes.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { pushDeviceRoutes } from './notifications/push-devices.routes.ts'
import { notificationSettingsRoutes } from './notifications/settings.routes.ts'
import { textNumberRoutes } from './notifications/text-number.routes.ts'
import { consoleRoutes } from './platform/platform.routes.ts'
import { siteRoutes } from './site/site.routes.ts'
import { twilioWebhookRoutes } from './texts/twilio-webhooks.routes.ts'
import { unpaidPlanRoutes } from './unpaid-plans/unpaid-plans.routes.ts'

/** Routes of operating the platform: health, jobs, audit, and notices. */
export const platformRoutes = [
  healthRoutes,
  adminRoutes,
  consoleRoutes,
  mergeRoutes,
  accountViewRoutes,
  platformBalanceRoutes,
  unpaidPlanRoutes,
  flagRoutes,
  platformLotRoutes,
  auditRoutes,
  notificationRoutes,
  notificationSettingsRoutes,
  pushDeviceRoutes,
  textNumberRoutes,
  channelRoutes,
  twilioWebhookRoutes,
  emailReportRoutes,
  jobRoutes,
  siteRoutes,
  usageRoutes,
  usageFigureRoutes,
  errorRoutes,
  replayRoutes,
  tunnelRoutes,
]
