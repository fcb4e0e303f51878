import { offerOf, plainSpot, plainTerms, priceTerms } from '@openspot/api/booking/pricing/offer.ts'
import type { Hold } from '@openspot/api/booking/reservations/hold.sql.ts'
import { writeQuoteToken } from '@openspot/api/booking/reservations/quote-token.ts'
import type { LotRow } from '@openspot/api/lots/lots/lots.sql.ts'
import { uuidv7 } from '@openspot/api/ports.ts'
import { secretsFrom } from '@openspot/api/secrets.ts'
import type { HttpRequest } from './http-client.ts'
import { benchSecret, type Order } from './messages.ts'
import {
  citySpan,
  cornerOf,
  freeLotEvery,
  idOf,
  loadedDays,
  longSpotEvery,
  randomFrom,
  spotsPerLot,
  tokenOf,
} from './size.ts'

const day = 86_400_000
const halfHour = 1_800_000
/** The bench books within this many days after the loaded ones. */
const bookingDays = 60

export interface SearchRequest {
  lat: number
  lng: number
  radius_m: number
  starts_at: string
  ends_at: string
  /** Whether it looks near first and goes farther only as long as it has found too few (docs/decisions/0066-best-results.md). */
  narrow?: boolean
}

export interface BookingRequest {
  token: string
  /** The session of the token. */
  session_id: string
  key: string
  hold: Hold
}

/** Draws requests; the same seed gives the same requests. */
export function requestsOf({ seed, size, base_at }: Pick<Order, 'seed' | 'size' | 'base_at'>) {
  const random = randomFrom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const base = Date.parse(base_at)

  /** Two hours on a spot of a free lot. */
  function booking(spot: number, from: number): BookingRequest {
    const user = below(size.users)
    const starts_at = new Date(from).toISOString()
    const ends_at = new Date(from + 4 * halfHour).toISOString()
    const id = () => uuidv7(Date.now(), Buffer.from(Array.from({ length: 10 }, () => below(256))))
    const key = id()
    return {
      token: tokenOf(user),
      session_id: idOf('session', user),
      key,
      hold: {
        reservation_id: id(),
        invoice_id: id(),
        payment_id: id(),
        // Nothing is paid because it is free.
        session_id: null,
        user_id: idOf('user', user),
        idempotency_key: key,
        lot_id: idOf('lot', Math.floor(spot / spotsPerLot)),
        spot_id: idOf('spot', spot),
        car_id: null,
        status: 'CHECKOUT',
        starts_at,
        ends_at,
        terms_version: 1,
        is_flexible: false,
        rule_set_id: null,
        rule_set_version: null,
        limit_scope: null,
        limit_scope_version: null,
        price_terms: termsOf(starts_at, ends_at),
        payment_method_id: null,
        total_cents: 0,
        service_fee_cents: 0,
        lines: linesOf(starts_at, ends_at),
      },
    }
  }

  /** A place in a city, for an hour to a day, at a time with loaded reservations. */
  function search(now: number): SearchRequest {
    const corner = cornerOf(below(size.cities))
    const lat = corner.lat + random() * citySpan
    const last = base + (loadedDays - 1) * day
    const from = Math.ceil((now + random() * (last - now)) / halfHour) * halfHour + halfHour
    return {
      lat,
      lng: corner.lng + (random() * citySpan) / Math.cos((corner.lat * Math.PI) / 180),
      radius_m: 2000,
      starts_at: new Date(from).toISOString(),
      ends_at: new Date(from + (2 + below(47)) * halfHour).toISOString(),
    }
  }

  return {
    token: () => tokenOf(below(size.users)),
    spot: () => below(size.spots),

    search,

    /**
     * As the pages of search ask, up to the radius of a suburb. Half of the places are outside of the cities' lots, where every step is
     * tried, because that is what costs most.
     */
    narrowSearch(now: number): SearchRequest {
      const near = search(now)
      const isOutside = below(2) === 0
      return { ...near, lat: near.lat + (isOutside ? citySpan : 0), radius_m: 5000, narrow: true }
    },

    /** The same place and evening for everyone, from half an hour to two hours before a game until after it. */
    stadium(): SearchRequest {
      const { lat, lng } = cornerOf(0)
      const game = base + (loadedDays - 2) * day + 40 * halfHour
      return {
        lat: lat + citySpan / 2,
        lng: lng + citySpan / 2,
        radius_m: 2000,
        starts_at: new Date(game - (1 + below(4)) * halfHour).toISOString(),
        ends_at: new Date(game + (6 + below(3)) * halfHour).toISOString(),
      }
    },

    /** The page of any lot. */
    lotPage: (): string => `/l/bench${String(below(size.lots)).padStart(20, '0')}`,

    /** The results around one of 20 places that many look for, such as a stadium before a game. */
    popularPage(): string {
      const { lat, lng } = cornerOf(0)
      const at = (1 + below(20)) / 21
      return resultsPage(lat + at * citySpan, lng + at * citySpan, base + day + 18 * 2 * halfHour)
    },

    /** The results around a place that nobody else looks for. */
    newPage(): string {
      const { lat, lng } = cornerOf(below(size.cities))
      return resultsPage(
        lat + random() * citySpan,
        lng + random() * citySpan,
        base + day + below(48) * halfHour,
      )
    },

    /** A spot without a long reservation in any free lot: hardly ever taken. */
    booking(): BookingRequest {
      const lot = below(size.lots / freeLotEvery) * freeLotEvery
      const position = below((spotsPerLot / longSpotEvery) * (longSpotEvery - 1))
      // Skips every fifth spot, which has a long reservation.
      const spot_no = position + Math.floor(position / (longSpotEvery - 1))
      return booking(
        lot * spotsPerLot + spot_no,
        base + (loadedDays + 1) * day + below(bookingDays * 48) * halfHour,
      )
    },

    /** One of five spots at one of a few hours, so that everyone competes. */
    contended(): BookingRequest {
      const from = base + (loadedDays + bookingDays + 10) * day
      return booking([0, 1, 2, 3, 5][below(5)] ?? 0, from + below(20) * halfHour)
    },
  }
}

const resultsPage = (lat: number, lng: number, from: number): string =>
  `/?${new URLSearchParams({
    lat: lat.toFixed(5),
    lng: lng.toFixed(5),
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(from + 4 * halfHour).toISOString(),
  })}`

/** A page as a browser without a session requests it. */
export const pageRequest = (path: string): HttpRequest => ({
  method: 'GET',
  path,
  headers: { accept: 'text/html', 'accept-encoding': 'gzip, br', 'accept-language': 'en-US' },
})

/** The rates of the free lots, as far as prices depend on them. */
const freeLot = {
  time_zone: 'America/Los_Angeles',
  currency: 'USD',
  half_hour_cents: 0,
  hour_cents: 0,
  day_cents: 0,
  month_cents: 0,
  day_from_hours: null,
  month_from_days: null,
  opening_hours: null,
  overnight_allowed: true,
  min_reservation_price: 0,
  max_reservation_price: 100_000,
  service_fee_bps: 0,
  service_fee_cents: 0,
  snap_minutes: 30,
} as LotRow

const termsOf = (starts_at: string, ends_at: string) =>
  priceTerms(plainTerms(freeLot), plainSpot, { starts_at, ends_at })

const linesOf = (starts_at: string, ends_at: string) =>
  offerOf(plainTerms(freeLot), plainSpot, { starts_at, ends_at }, new Date(starts_at)).price?.lines ?? []

/** Number of simulated searching visitors; each has its own address, because calls are limited per address. */
const addresses = 2000

export function searchRequest(request: SearchRequest, nth: number, limit = 20): HttpRequest {
  const from = nth % addresses
  const { lat, lng, radius_m, starts_at, ends_at, narrow = false } = request
  const query = new URLSearchParams({
    lat: String(lat),
    lng: String(lng),
    radius_m: String(radius_m),
    starts_at,
    ends_at,
    limit: String(limit),
    ...(narrow ? { narrow: 'true' } : {}),
  })
  return {
    method: 'GET',
    path: `/api/v2/search?${query}`,
    headers: { 'x-openspot-client': 'web', 'x-forwarded-for': `10.0.${from >> 8}.${from & 255}` },
  }
}

export function bookingRequest({ token, key, hold }: BookingRequest): HttpRequest {
  const { spot_id, starts_at, ends_at, user_id, lot_id, terms_version, total_cents, lines, price_terms } =
    hold
  const expires_at = new Date(Date.now() + 600_000).toISOString()
  const quote_token = writeQuoteToken(secretsFrom(benchSecret), {
    user_id,
    lot_id,
    spot_id,
    starts_at,
    ends_at,
    wishes: null,
    period_ends_at: null,
    terms_version: terms_version ?? 1,
    rule_set: null,
    limit_scope: null,
    total_cents,
    lines,
    price_terms: price_terms ?? termsOf(starts_at, ends_at ?? starts_at),
    expires_at,
  })
  return {
    method: 'POST',
    path: '/api/v2/reservations/instant',
    headers: { ...signedIn(token), 'idempotency-key': key },
    body: JSON.stringify({ spot_id, starts_at, ends_at, quote_token, allows_another: true }),
  }
}

export const signedIn = (token: string) => ({ authorization: `Bearer ${token}`, 'x-openspot-client': 'app' })
