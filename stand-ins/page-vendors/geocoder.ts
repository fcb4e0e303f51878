import { type Answer, type Asked, jsonAnswer, type Listening, serve } from './http.ts'

/** The addresses that the stand-in knows. */
const known = [
  {
    name: 'Willis Tower',
    number: '233',
    street: 'South Wacker Drive',
    city: 'Chicago',
    state: 'Illinois',
    postcode: '60606',
    lat: 41.8789,
    lng: -87.6359,
  },
  {
    name: null,
    number: '12',
    street: 'South Canal Street',
    city: 'Chicago',
    state: 'Illinois',
    postcode: '60606',
    lat: 41.8815,
    lng: -87.6394,
  },
]
type Known = (typeof known)[number]

/** Speaks as much of the protocols of Photon and Nominatim as a search for an address needs. */
export class GeocoderStandIn {
  /** Answers with this status instead. */
  status: number | null = null
  /** Accepts requests, and never answers. */
  silent = false
  /** Answers with this text instead. */
  text: string | null = null
  /** Redirects to this address instead. */
  redirect: string | null = null
  /** What was asked for. */
  readonly asked: string[] = []
  private listening: Listening | null = null

  async listen(at?: { host: string; port: number }): Promise<string> {
    this.listening = await serve((asked) => this.answer(asked), at)
    return this.listening.url
  }

  async close(): Promise<void> {
    await this.listening?.close()
  }

  private answer({ path, query }: Asked): Answer | null {
    const q = query.get('q') ?? ''
    this.asked.push(q)
    if (this.silent) return null
    if (this.status !== null) return jsonAnswer({ message: 'stand-in' }, this.status)
    if (this.redirect !== null) return { status: 302, headers: { location: this.redirect } }
    if (this.text !== null) return { status: 200, type: 'application/json', body: this.text }
    const found = known.filter((one) => matches(one, q)).slice(0, Number(query.get('limit') ?? 10))
    if (path === '/api') return jsonAnswer({ type: 'FeatureCollection', features: found.map(photon) })
    if (path === '/search') return jsonAnswer(found.map(nominatim))
    return jsonAnswer({ message: 'not found' }, 404)
  }
}

function matches({ name, number, street, city }: Known, q: string): boolean {
  const text = [name, number, street, city].join(' ').toLowerCase()
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const photon = ({ name, number, street, city, state, postcode, lat, lng }: Known) => ({
  type: 'Feature',
  geometry: { type: 'Point', coordinates: [lng, lat] },
  properties: {
    ...(name === null ? {} : { name }),
    housenumber: number,
    street,
    city,
    state,
    postcode,
    countrycode: 'US',
    osm_key: 'building',
  },
})

const nominatim = ({ name, number, street, city, state, postcode, lat, lng }: Known) => ({
  lat: String(lat),
  lon: String(lng),
  name: name ?? '',
  address: { house_number: number, road: street, city, state, postcode, country_code: 'us' },
})
