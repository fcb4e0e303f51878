import { jobRoutes } from '../jobs/jobs.routes.ts'
import { usageFigureRoutes } from './analytics/figures.routes.ts'
import { usageRoutes } from './analytics/usage.routes.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { emailReportRoutes } from './emails/email-reports.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { channelRoutes } from './notifications/channels.routes.ts'
import { notificationRoutes } from './notifications/notifications.routes.ts'
import { pushDeviceRoutes } from './notifications/push-devices.routes.ts'
import { notificationSettingsRoutes } from './notifications/settings.routes.ts'
import { textNumberRoutes } from './notifications/text-number.routes.ts'
import { consoleRoutes } from './platform/platform.routes.ts'
import { siteRoutes } from './site/site.routes.ts'
import { twilioWebhookRoutes } from './texts/twilio-webhooks.routes.ts'

/** Routes of operating the platform: health, jobs, audit, and notices. */
export const platformRoutes = [
  healthRoutes,
  consoleRoutes,
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
]
