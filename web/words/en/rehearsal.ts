import type { BacktestDifference } from '@openspot/contract/booking/rule-sets.ts'

const kinds: Record<BacktestDifference['kind'], string> = {
  REFUSED: 'Refused',
  NEWLY_ALLOWED: 'Allowed',
  DEARER: 'Dearer',
  CHEAPER: 'Cheaper',
}

const bookings = (count: number) => (count === 1 ? '1 booking' : `${count} bookings`)

export const rehearsal = {
  title: 'What it would have done',
  text: 'Plays the real bookings of the last 90 days again, with what the form says now. Nothing is changed by it, and you can save without it.',
  go: 'Rehearse it',
  again: 'Rehearse it again',
  notYet: 'The form cannot be read yet. Put right what is marked, then rehearse.',
  oldTitle: 'This is old',
  oldText: 'The form or what is in force has changed since. Rehearse it again to see what it does now.',
  noneTitle: 'There is nothing to rehearse yet',
  noneText: (days: number) => `Nobody booked here in the last ${days} days.`,
  sameTitle: 'Nothing would have been different',
  sameText: (count: number, days: number) =>
    count === 1
      ? `The one booking of the last ${days} days would have come out as it does today.`
      : `All ${count} bookings of the last ${days} days would have come out as they do today.`,
  differsTitle: (count: number, of: number) => `${count} of ${bookings(of)} would have been different`,
  people: (count: number) => (count === 1 ? 'It concerns 1 person.' : `It concerns ${count} people.`),
  counts: {
    refused: 'Refused',
    newly_allowed: 'Allowed that is refused today',
    dearer: 'Dearer',
    cheaper: 'Cheaper',
  },
  before: 'As it is in force',
  after: 'As the form says',
  change: 'Difference',
  moneyText:
    'What all of these bookings bring, worked out both ways. Whether people had still come, nobody can say.',
  explained: 'What is in force explains every booking that was made under it.',
  unexplainedTitle: (count: number) => `${bookings(count)} cannot be explained`,
  unexplainedText: (count: number) =>
    `${count === 1 ? 'It was' : 'They were'} made under what is in force now, but came out otherwise than that says. Take these figures with care, and tell the platform.`,
  differences: 'What would have been different',
  table: 'Bookings with what would have been different',
  differencesText: 'Each booking as it was made.',
  newestOnly: (shown: number, all: number) => `The newest ${shown} of ${all} are listed.`,
  show: 'Show',
  sort: 'Order',
  sorts: { newest: 'Newest first', largest: 'Largest difference first' },
  kinds,
  kindCount: (kind: string, count: number) => `${kind} ${count}`,
  none: 'None of them is like that.',
  more: 'Show more',
  noRule: 'Price',
  columns: {
    driver: 'Driver',
    stay: 'Stay',
    kind: 'It would be',
    rule: 'Because of',
    before: 'In force',
    after: 'Form',
    change: 'Difference',
    why: 'In words',
  },
  csv: {
    button: 'CSV',
    label: 'Save these differences as CSV',
    columns: {
      reservation_id: 'reservation_id',
      driver: 'driver',
      starts_at: 'starts_at',
      ends_at: 'ends_at',
      kind: 'kind',
      rule: 'rule',
      before: 'before',
      after: 'after',
      currency: 'currency',
      message: 'message',
    },
  },
}
