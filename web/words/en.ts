import { account } from './en/account.ts'
import { audit } from './en/audit.ts'
import { auth } from './en/auth.ts'
import { booking } from './en/booking.ts'
import { cars } from './en/cars.ts'
import { change, events } from './en/change.ts'
import { common } from './en/common.ts'
import { driver } from './en/driver.ts'
import { emailReports } from './en/email-reports.ts'
import { errors } from './en/errors.ts'
import { groups } from './en/groups.ts'
import { invites } from './en/invites.ts'
import { invoices } from './en/invoices.ts'
import { jobs } from './en/jobs.ts'
import { logo } from './en/logo.ts'
import { lot } from './en/lot.ts'
import { lotCars } from './en/lot-cars.ts'
import { lotSettings } from './en/lot-settings.ts'
import { lotSpots } from './en/lot-spots.ts'
import { map } from './en/map.ts'
import { maps } from './en/maps.ts'
import { members } from './en/members.ts'
import { myLots } from './en/my-lots.ts'
import { notifications } from './en/notifications.ts'
import { paymentMethods } from './en/payment-methods.ts'
import { payouts } from './en/payouts.ts'
import { people } from './en/people.ts'
import { plan } from './en/plan.ts'
import { platform } from './en/platform.ts'
import { price } from './en/price.ts'
import { prices } from './en/prices.ts'
import { recurrence } from './en/recurrence.ts'
import { rehearsal } from './en/rehearsal.ts'
import { ruleSets } from './en/rule-sets.ts'
import { search } from './en/search.ts'
import { signs } from './en/signs.ts'
import { spot } from './en/spot.ts'
import { spotCalendar } from './en/spot-calendar.ts'
import { staff } from './en/staff.ts'
import { staffReservations } from './en/staff-reservations.ts'
import { when } from './en/when.ts'

/** All UI messages by area. A translation is a copy of this folder. */
export const en = {
  account,
  audit,
  auth,
  booking,
  cars,
  change,
  common,
  driver,
  emailReports,
  errors,
  events,
  groups,
  invites,
  invoices,
  jobs,
  logo,
  lot,
  lotCars,
  lotSettings,
  lotSpots,
  map,
  members,
  myLots,
  maps,
  notifications,
  paymentMethods,
  payouts,
  plan,
  people,
  platform,
  price,
  prices,
  rehearsal,
  ruleSets,
  search,
  signs,
  spot,
  spotCalendar,
  staff,
  staffReservations,
  when,
  recurrence,
}
