import type { Booking } from '@openspot/contract/booking/reservations.ts'
import { bookInstantlyRoute, getCheckoutRoute } from '@openspot/contract/booking/reservations.ts'
import { call } from '@openspot/contract/call.ts'
import { secretWord } from '../../ports.ts'
import type { TestApi } from '../api.ts'
import type { Person } from './people.ts'

export interface Order {
  spot_id?: string
  /** Any spot of this lot. */
  lot_id?: string
  starts_at?: string
  /** Null for a monthly reservation without an end. */
  ends_at?: string | null
  payment_method_id?: string
  car_id?: string
  key?: string
  /** Tests book several spots for one person, unless they are about that. */
  allows_another?: boolean
  allows_vehicle_elsewhere?: boolean
}

/** Returns two hours from the next full hour of the test clock. */
export function twoHours(api: TestApi, hoursAhead = 1, hours = 2): { starts_at: string; ends_at: string } {
  const from = Math.ceil(api.ports.now().getTime() / 3_600_000 + hoursAhead) * 3_600_000
  return {
    starts_at: new Date(from).toISOString(),
    ends_at: new Date(from + hours * 3_600_000).toISOString(),
  }
}

/** Gets the price and books, as a driver does. */
export async function bookAs(api: TestApi, person: Person, order: Order): Promise<Booking> {
  return (await prepareBooking(api, person, order))()
}

/** Gets the price and returns a function that books. */
export async function prepareBooking(
  api: TestApi,
  person: Person,
  order: Order,
): Promise<() => Promise<Booking>> {
  const { starts_at, ends_at } = { ...twoHours(api), ...order }
  const { spot_id, lot_id, payment_method_id, car_id } = order
  const { allows_another = true, allows_vehicle_elsewhere = true } = order
  const where = lot_id === undefined ? { spot_id: spot_id ?? '' } : { lot_id }
  const query = { ...where, starts_at, ...(ends_at === null ? {} : { ends_at }) }
  const checkout = await api.call(getCheckoutRoute, { query }, person.token)
  const idempotency_key = order.key ?? secretWord(api.ports)
  return () =>
    call(
      bookInstantlyRoute,
      {
        body: {
          spot_id: checkout.spot.id,
          starts_at: checkout.starts_at,
          ends_at: checkout.ends_at,
          quote_token: checkout.quote_token ?? '',
          ...(payment_method_id ? { payment_method_id } : {}),
          ...(car_id ? { car_id } : {}),
          allows_another,
          allows_vehicle_elsewhere,
        },
        idempotency_key,
      },
      { base: api.base, headers: { authorization: `Bearer ${person.token}` } },
    )
}

/** Opens the bank's page and submits one of its buttons, as a browser does. */
export async function answerBank(url: string, answer: 'complete' | 'fail'): Promise<void> {
  const page = await (await fetch(url, { redirect: 'manual' })).text()
  const form = [...page.matchAll(/<form[^>]*action="([^"]+)"[^>]*>([\s\S]*?)<\/form>/g)]
  const found = form.flatMap(([, action = '', inside = '']) =>
    [...inside.matchAll(/name="([^"]+)"[^>]*value="([^"]+)"/g)].map(([, name = '', value = '']) => ({
      action,
      name,
      value,
    })),
  )
  const button = found.find(({ value, action }) => `${value} ${action}`.includes(answer))
  if (!button) return
  await fetch(new URL(button.action.replaceAll('&amp;', '&'), url), {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ [button.name]: button.value }),
  })
}
