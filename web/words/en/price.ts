import { lineWords } from '@openspot/core/invoices/in-words.ts'

export const price = {
  lines: lineWords,
  show: 'What the price is made of',
  perHalfHour: 'half hour',
  perHour: 'hour',
  perDay: 'day',
  perMonth: 'month',
  allIn: 'all in',
  firstMonth: 'first month, all in',
  percentUnread: 'Type a percentage with two decimals at most, for example 12.5.',
}
