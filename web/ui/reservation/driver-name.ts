import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import type { Translate } from '@openspot/messages/translate.ts'

/** Returns the name of a reservation's driver. */
export const driverName = (t: Translate, driver: Reservation['driver']): string =>
  [driver?.first_name, driver?.last_name].filter(Boolean).join(' ') || t('people.noName')
