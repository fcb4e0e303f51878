import type { Rules } from '@openspot/contract/booking/rule-sets.ts'

/** The name of each rule when it refuses. */
const ruleNames: Record<keyof Rules, string> = {
  max_short_reservations: 'how many stays at a time',
  max_long_reservations: 'how many long stays at a time',
  min_duration_minutes: 'how long at least',
  max_duration_minutes: 'how long at most',
  max_ahead_days: 'how far ahead',
  max_hours: 'how many hours',
  spot_types: 'which kinds of spot',
  zone_ids: 'which part of the lot',
  nth_spot_prices: 'what a further spot costs',
}

const minutesText = (minutes: number): string =>
  minutes % 60 === 0 && minutes > 0 ? `${minutes / 60} h` : `${minutes} minutes`

export const lot = {
  managedBy: (who: string) => `Run by ${who}`,
  when: 'When',
  spots: 'Which spot',
  anyTitle: 'Any spot',
  anyText: (count: number) =>
    `We choose the one that fits best. ${count} ${count === 1 ? 'is' : 'are'} free then.`,
  anyNone: 'None that is free.',
  namedTitle: 'Choose one on the plan',
  namedText: 'See where each is and what it costs.',
  from: 'from',
  free: (count: number) => `${count} free`,
  plan: 'Plan',
  level: (level: number) => (level === 0 ? 'Ground' : level > 0 ? `Level ${level}` : `Basement ${-level}`),
  unmapped: (level: number) => (level === 0 ? 'Elsewhere' : `Elsewhere, level ${level}`),
  anySpot: 'Any spot',
  kind: 'Which spots',
  wish: 'Any spot that is or has',
  anyChosen: 'Any spot: we tell you which one before you pay.',
  yourSpot: (label: string) => `Spot ${label}`,
  taken: 'Taken then',
  chosen: 'Yours',
  noSpotsTitle: 'No spot is free for all of that time',
  noSpotsText: 'Try another time: even half an hour may make the difference.',
  noneOfKind: 'None of these is free then.',
  prices: 'Prices',
  pricesText: 'You pay the cheapest mix of these that covers your stay.',
  per: { half_hour: 'Half hour', hour: 'Hour', day: 'Day', month: 'Month' },
  minimum: (amount: string) => `A booking is ${amount} at least.`,
  fee: (parts: string) => `A service fee of ${parts} is included in what you see above.`,
  refusedTitle: 'This time cannot be booked here',
  ruleIn: (rule: string, set: string, version: number) =>
    `The rule: ${rule}, in “${set}” (version ${version}).`,
  ruleNames: ruleNames as Record<string, string>,
  ways: {
    startAt: (when: string) => `Start at ${when}`,
    endAt: (when: string) => `End at ${when}`,
    last: (length: string) => `Stay ${length}`,
    startToday: 'Start today',
    withEnd: 'Choose an end',
    otherLots: 'Look at other lots nearby',
  },
  redirected: (from: string) => `${from} sends its visitors here`,
  redirectedText: 'You opened a link to it. What you see and book is this lot.',
  wait: {
    title: 'Every spot is taken then',
    text: 'Wait for one: when somebody leaves, it is held for you and you are told by e-mail. It costs nothing to wait.',
    monthly: 'Stays by the month cannot be waited for. Choose an end, or another day to begin.',
    button: 'Wait for a spot',
    car: 'The car that will be parked',
    signIn: 'Sign in to wait',
    doneTitle: 'You are waiting for a spot',
    doneText: (ahead: number) =>
      ahead === 0
        ? 'You are the first to be asked. We write to you when a spot is held for you.'
        : `${ahead} ${ahead === 1 ? 'person is' : 'people are'} asked before you. We write to you when a spot is held for you.`,
    see: 'See what you wait for',
  },
  hours: 'Opening hours',
  alwaysOpen: 'Open at all hours.',
  rulesTitle: 'Good to know',
  rules: {
    cancel: (minutes: number) =>
      minutes >= 0
        ? `Cancel until ${minutes === 0 ? 'the start' : `${minutesText(minutes)} after the start`} and get everything back.`
        : `Cancel until ${minutesText(-minutes)} before the start and get everything back.`,
    hold: (minutes: number) => `While you pay, your spot is held for ${minutes} minutes.`,
    steps: (minutes: number) => `Stays are booked in steps of ${minutes} minutes.`,
    monthly: 'A stay by the month goes on until you end it. What you do not use of a month comes back.',
    overnight: 'Your car may stay while the lot is closed; you come and go while it is open.',
    noOvernight: 'Cars may not stay while the lot is closed.',
    onlyYours: 'The spot you book is yours alone for the whole stay.',
  },
  where: 'Where it is',
  directions: 'Directions',
  book: 'Book',
  bookFor: (amount: string) => `Book for ${amount}`,
  cancelUntil: 'Cancel for free until',
  notFree: 'Choose a time with a free spot',
  mapOf: (name: string) => `Map of ${name}`,
}
