import { formatPhone } from '@openspot/core/phones/phones.ts'
import { countryOf } from '@openspot/messages/locales.ts'
import { localeOf, type Translate } from '@openspot/messages/translate.ts'

/** Returns the display name of a user for staff: name, email address, or ID. */
export function userName(
  t: Translate,
  user: {
    first_name: string | null
    last_name: string | null
    email: string | null
    contact_email: string | null
    phone: string | null
  },
): string {
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ')
  const phone = user.phone && formatPhone(user.phone, countryOf(localeOf(t)))
  return name || user.email || user.contact_email || phone || t('people.noName')
}

export const statusTones = { GHOST: 'ahead', ACTIVE: 'done', BANNED: 'bad', DELETED: 'ahead' } as const
