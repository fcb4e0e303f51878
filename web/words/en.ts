import { auth } from './en/auth.ts'
import { booking } from './en/booking.ts'
import { cars } from './en/cars.ts'
import { change, events } from './en/change.ts'
import { common } from './en/common.ts'
import { driver } from './en/driver.ts'
import { errors } from './en/errors.ts'
import { invoices } from './en/invoices.ts'
import { lot } from './en/lot.ts'
import { lotSettings } from './en/lot-settings.ts'
import { lotSpots } from './en/lot-spots.ts'
import { map } from './en/map.ts'
import { notifications } from './en/notifications.ts'
import { outbox } from './en/outbox.ts'
import { paymentMethods } from './en/payment-methods.ts'
import { payouts } from './en/payouts.ts'
import { plan } from './en/plan.ts'
import { platform } from './en/platform.ts'
import { price } from './en/price.ts'
import { prices } from './en/prices.ts'
import { receipts } from './en/receipts.ts'
import { rehearsal } from './en/rehearsal.ts'
import { ruleSets } from './en/rule-sets.ts'
import { search } from './en/search.ts'
import { spot } from './en/spot.ts'
import { spotCalendar } from './en/spot-calendar.ts'
import { staff } from './en/staff.ts'
import { staffReservations } from './en/staff-reservations.ts'
import { when } from './en/when.ts'
import { windows } from './en/windows.ts'

/** Every word a person reads, by where it is read. A translation is a copy of this folder. */
export const en = {
  auth,
  booking,
  cars,
  change,
  common,
  driver,
  errors,
  events,
  invoices,
  lot,
  lotSettings,
  lotSpots,
  map,
  notifications,
  outbox,
  paymentMethods,
  payouts,
  plan,
  platform,
  price,
  prices,
  receipts,
  rehearsal,
  ruleSets,
  search,
  spot,
  spotCalendar,
  staff,
  staffReservations,
  when,
  windows,
}
