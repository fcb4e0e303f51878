import { LOCAL_ORGANIZATION, LOCAL_PROJECT, TUNNEL_PATH } from './limits.ts'

/** What pages and servers need to know to report errors. It holds nothing secret. */
export interface ReportSettings {
  release: string
  environment: string
  /** Without a vendor, a name that leads nowhere: everything is sent to the tunnel on our own origin anyway. */
  dsn: string
  /** The IDs in the query of the tunnel. */
  organization: string
  project: string
}

/** What SDKs are told if there is no vendor. */
export const LOCAL_DSN = `https://openspot@o${LOCAL_ORGANIZATION}.ingest.invalid/${LOCAL_PROJECT}`

type Vendor = Readonly<Record<'text' | 'organization' | 'project', string>>

/** Returns what SDKs of this installation are told. */
export const reportSettingsOf = (
  { environment, sentry }: { environment: string; sentry: Vendor | null },
  release: string,
): ReportSettings => ({
  release,
  environment,
  dsn: sentry?.text ?? LOCAL_DSN,
  organization: sentry?.organization ?? LOCAL_ORGANIZATION,
  project: sentry?.project ?? LOCAL_PROJECT,
})

/** The address of the tunnel for these settings, on our own origin. */
export const tunnelOf = ({ organization, project }: ReportSettings): string =>
  `${TUNNEL_PATH}?o=${organization}&p=${project}`

/** The name of the `meta` element of pages that has them as JSON. */
export const REPORT_SETTINGS = 'openspot-reports'

/** Returns null unless all of them are there: then nothing is reported. */
export function readReportSettings(json: string | null | undefined): ReportSettings | null {
  if (!json) return null
  try {
    const given = JSON.parse(json) as Record<keyof ReportSettings, unknown>
    const { release, environment, dsn, organization, project } = given
    const words = [release, environment, dsn, organization, project]
    if (!words.every((word) => typeof word === 'string' && word !== '')) return null
    return { release, environment, dsn, organization, project } as ReportSettings
  } catch {
    return null
  }
}
