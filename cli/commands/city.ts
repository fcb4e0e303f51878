import { randomBytes } from 'node:crypto'
import { PlainError } from '@openspot/core/plain-error.ts'
import { distributeCity, makeCity, moveToWorker, rolesOfCity, urlAs } from '@openspot/db/cities.ts'
import { citiesAround, citiesOfEmail } from '@openspot/db/directory.ts'
import { openPool } from '@openspot/db/pool.ts'
import { settingsOfProcess } from '@openspot/server/settings.ts'

const usage = `npm run openspot -- city add <name>
npm run openspot -- city distribute <name> <password of its owner> <worker host:port>
npm run openspot -- city move <name> <worker host:port>
npm run openspot -- city find <email address, or latitude,longitude>`

/** Makes a city in a database, distributes it on Citus, or moves it (docs/cities.md). DATABASE_MIGRATE_URL must be a superuser's. */
export async function city(args: string[]): Promise<number> {
  const url = settingsOfProcess().database_migrate_url
  if (url === null) throw new PlainError('Set DATABASE_MIGRATE_URL to the database, as a superuser.')
  const [action, name = '', ...rest] = args
  if (action === 'add' && rest.length === 0) {
    const roles = rolesOfCity(name, secret(), secret())
    await makeCity(url, name, roles, console.log)
    console.log(`DATABASE_MIGRATE_URL=${urlAs(url, roles.owner)}\nDATABASE_URL=${urlAs(url, roles.app)}`)
  } else if (action === 'distribute' && rest.length === 2) {
    const [password = '', worker = ''] = rest
    await distributeCity(url, name, rolesOfCity(name, password, ''), nodeOf(worker))
  } else if (action === 'move' && rest.length === 1) {
    await moveToWorker(url, name, nodeOf(rest[0] ?? ''))
  } else if (action === 'find' && rest.length === 0) console.log((await find(url, name)).join('\n'))
  else throw new PlainError(usage)
  return 0
}

/** Asks the directory where a person or a place is. */
async function find(url: string, what: string): Promise<string[]> {
  const pool = openPool({ url, size: 1, name: 'openspot city' })
  try {
    if (what.includes('@')) return await citiesOfEmail(pool, what)
    const [lat = Number.NaN, lng = Number.NaN] = what.split(',').map(Number)
    if (Number.isNaN(lat) || Number.isNaN(lng)) throw new PlainError(usage)
    return await citiesAround(pool, { lat, lng, radius_m: 5000 })
  } finally {
    await pool.end()
  }
}

const secret = () => randomBytes(24).toString('base64url')

function nodeOf(text: string): { host: string; port: number } {
  const [host = '', port = ''] = text.split(':')
  if (host === '' || !/^\d{1,5}$/.test(port)) throw new PlainError(`"${text}" is not host:port.`)
  return { host, port: Number(port) }
}
