import type { DB } from '@openspot/db/types.ts'
import type { Insertable } from 'kysely'
import { type People, personCalled } from './people.ts'

/** What the driver of the demo chose: quiet hours at night, texts to a confirmed number, and no emails about the end. */
export function notificationRows(people: People, at: string) {
  const { id: user_id } = personCalled(people, 'driver')
  const preference = (kind: string, channel: 'EMAIL' | 'TEXT', is_on: boolean) => ({
    user_id,
    kind,
    channel,
    is_on,
    changed_at: at,
  })
  const notice_preferences: Insertable<DB['notice_preferences']>[] = [
    preference('ENDED', 'EMAIL', false),
    preference('ENDS_SOON', 'TEXT', true),
  ]
  const quiet_hours: Insertable<DB['quiet_hours']>[] = [
    { user_id, from_minute: 22 * 60, until_minute: 7 * 60, time_zone: 'America/Chicago', changed_at: at },
  ]
  const text_numbers: Insertable<DB['text_numbers']>[] = [
    { user_id, phone: '+13125550142', consented_at: at, confirmed_at: at },
  ]
  return { notice_preferences, quiet_hours, text_numbers }
}
