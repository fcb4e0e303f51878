const minutesText = (minutes: number): string =>
  minutes % 60 === 0 && minutes > 0 ? `${minutes / 60} h` : `${minutes} minutes`

export const lot = {
  managedBy: (who: string) => `Run by ${who}`,
  when: 'When',
  spots: 'Choose a spot',
  free: (count: number) => `${count} free`,
  plan: 'Plan',
  level: (level: number) => (level === 0 ? 'Ground' : level > 0 ? `Level ${level}` : `Basement ${-level}`),
  anySpot: 'Any spot',
  kind: 'Which spots',
  pickedForYou: 'Picked for you. Choose another below if you like.',
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
  rulesTitle: 'Good to know',
  rules: {
    cancel: (minutes: number) =>
      minutes >= 0
        ? `Cancel until ${minutes === 0 ? 'the start' : `${minutesText(minutes)} after the start`} and get everything back.`
        : `Cancel until ${minutesText(-minutes)} before the start and get everything back.`,
    hold: (minutes: number) => `While you pay, your spot is held for ${minutes} minutes.`,
    steps: (minutes: number) => `Stays are booked in steps of ${minutes} minutes.`,
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
