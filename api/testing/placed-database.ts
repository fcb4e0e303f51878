import { connectDatabase } from '@openspot/db/database.ts'
import { filledDatabase, type TestDatabase } from '@openspot/db/testing/database.ts'
import { loadPlaces } from '../lots/places/load-places.ts'

/** Creates a database with the places for search, which are loaded once in a test run, because that takes seconds. */
export const placedDatabase = (): Promise<TestDatabase> => filledDatabase('template_places', fillPlaces)

async function fillPlaces({ url }: TestDatabase): Promise<void> {
  const database = await connectDatabase(url, 1)
  await loadPlaces(database)
  await database.close()
}
