import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Database } from '@openspot/db/database.ts'
import { hasLandmarks, insertLandmarks } from './landmarks.sql.ts'
import { landmarksToLoad } from './load-landmarks.ts'
import { analyzePlaces, hasPlaces, insertPlaces, type NewPlace } from './places.sql.ts'

/**
 * Fills the tables of search locations once: cities of the world, postal codes of the US, and landmarks. Returns the
 * number of cities and postal codes loaded.
 */
export async function loadPlaces(database: Database): Promise<number> {
  if (!(await hasLandmarks(database.pool))) await insertLandmarks(database.pool, landmarksToLoad())
  if (await hasPlaces(database.pool)) return 0
  const reader = placesReader()
  try {
    let count = 0
    for (let places = await reader.next(); places.length > 0; places = await reader.next()) {
      await insertPlaces(database.pool, places)
      count += places.length
    }
    await analyzePlaces(database.pool)
    return count
  } finally {
    reader.end()
  }
}

/**
 * Reads cities and postal codes in a process of its own: their packages keep all rows in memory, 160 MB together, until the process ends.
 */
function placesReader() {
  const child = fork(fileURLToPath(new URL('read-places-process.ts', import.meta.url)), { execArgv: [] })
  return {
    next: () =>
      new Promise<NewPlace[]>((done, fail) => {
        const onExit = () => fail(new Error('the process that reads places ended early'))
        child.once('error', fail)
        child.once('exit', onExit)
        child.once('message', (places) => {
          child.off('error', fail)
          child.off('exit', onExit)
          done(places as NewPlace[])
        })
        child.send('next')
      }),
    end: () => child.kill(),
  }
}
