import {
  getErrorGroupRoute,
  getErrorMonitoringRoute,
  listErrorGroupsRoute,
} from '@openspot/contract/platform/error-monitoring.ts'

/** What a decision about an error changes. */
export const decisionOptions = {
  client: 'admin',
  refresh: [getErrorGroupRoute, listErrorGroupsRoute, getErrorMonitoringRoute],
} as const
