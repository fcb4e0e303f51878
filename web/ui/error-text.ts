import { isOneOf } from '@openspot/core/enums.ts'
import type { Translate } from '@openspot/messages/translate.ts'

const statuses = ['400', '404', '405', '500'] as const

export const errorTitle = (t: Translate, status: number): string => {
  const known = String(status)
  return isOneOf(statuses, known) ? t(`errors.titles.${known}`) : t('errors.otherTitle')
}

export const errorText = (t: Translate, status: number): string => {
  const known = String(status)
  return isOneOf(statuses, known) ? t(`errors.explained.${known}`) : t('errors.otherText')
}
