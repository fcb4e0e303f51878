import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { listPlacesRoute } from '@openspot/contract/lots/lots.ts'
import { readStreetAddress } from '@openspot/core/places/street-address.ts'
import type { Locale } from '@openspot/core/text/locales.ts'
import { readerOf } from '../../plugins/locale.ts'
import { timeZoneAt } from '../lot-settings/time-zone-at.ts'
import { Geocoder } from './geocoder.ts'
import { findOtherNames, readerName } from './other-names.ts'
import { asNamed, rankPlaces, readSurroundings, readTyped } from './places.rules.ts'
import { findPlaces } from './places.sql.ts'

/** Shorter texts are the beginning of a name rather than an address. */
const LEAST_LETTERS = 4
/** The rest is left for what the geocoder found. */
const MOST_OWN = 8
const MOST = 10
/** Cities of the same name that an address may be in. */
const MOST_AROUND = 3
/** Streets, neighborhoods, and the geocoders are data of OpenStreetMap, whose license asks for this. */
const ATTRIBUTION = '© OpenStreetMap contributors'
const withoutAttribution = new Set(['CITY', 'POSTAL_CODE', 'LOT'])

export const placeRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const geocoder = new Geocoder(app)

  /** Returns the ZIP code or city of an address that is not known itself. */
  const findAround = async (typed: string, reader: Locale) => {
    const text = readSurroundings(typed)
    if (text === null) return []
    const name = readTyped(text)
    const found = await findPlaces(app.pool, { key: name.key, typed: text, streets: [], named: [], reader })
    return rankPlaces(found, name, null)
      .filter(({ kind, is_exact, address }) => {
        const isAround = kind === 'POSTAL_CODE' || kind === 'CITY'
        return is_exact && isAround && (name.region === null || address.region === name.region)
      })
      .slice(0, MOST_AROUND)
      .map((place) => ({ ...place, is_exact: false }))
  }

  app.route({
    ...listPlacesRoute,
    handler: async (request) => {
      // Commas of other scripts.
      const typed = request.query.q.trim().replaceAll(/[،，、]/g, ',')
      const reader = readerOf(request)
      const name = readTyped(typed)
      if (name.key === '') return { items: [], attribution: null }
      const address = readStreetAddress(typed)
      const names = findOtherNames(name.key)
      const named = [...new Set(names.map(({ place }) => place.key))]
      const [found, geocoded] = await Promise.all([
        findPlaces(app.pool, { key: name.key, typed, streets: address?.keys ?? [], named, reader }),
        typed.length < LEAST_LETTERS ? [] : geocoder.find(typed),
      ])
      const own = rankPlaces(asNamed(found, names), name, address).slice(0, MOST_OWN)
      const isKnown = geocoded.length > 0 || own.some(({ is_exact }) => is_exact)
      const around = isKnown ? [] : await findAround(typed, reader)
      const listed = [
        ...around,
        ...own,
        ...geocoded.map((place) => ({ ...place, is_exact: true, time_zone: null })),
      ]
      const items = await Promise.all(
        listed.slice(0, MOST).map(async (place) => ({
          ...place,
          reader_name: readerName({ ...place, region: place.address.region }, reader),
          // Our own places have theirs, so only what a geocoder found is looked up.
          time_zone: place.time_zone ?? (await timeZoneAt(place)),
        })),
      )
      const owesAttribution = items.some(({ kind }) => !withoutAttribution.has(kind))
      return { items, attribution: owesAttribution ? ATTRIBUTION : null }
    },
  })
}
