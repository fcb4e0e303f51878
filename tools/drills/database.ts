import type { Cluster } from '@openspot/db/embedded/cluster.ts'
import { migrate } from '@openspot/db/migrate.ts'
import { appRole } from '@openspot/db/privileges.ts'
import pg from 'pg'

export interface DrillDatabase {
  /** As the application's role. */
  url: string
  owner_url: string
}

/** Makes the database of a drill in a server that has none. */
export async function createDrillDatabase({
  url,
  appUrl,
}: Pick<Cluster, 'url' | 'appUrl'>): Promise<DrillDatabase> {
  const admin = new pg.Client({ connectionString: url('postgres') })
  await admin.connect()
  await admin.query('create database drills')
  await admin.end()
  await migrate(url('drills'), () => {}, appRole)
  return { url: appUrl('drills'), owner_url: url('drills') }
}
