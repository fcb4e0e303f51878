const ways = { labels: 'By their labels', table: 'From a table' }

export const lotSpots = {
  add: 'Add spots',
  title: 'Add spots',
  way: 'How to add them',
  ways,
  which: 'Which spots',
  labels: 'Labels',
  labelsText: 'With commas between, or as ranges: A1-A20, P1-001..P1-120.',
  alike: 'What they have in common',
  isAdded: (count: number) => (count === 1 ? 'One spot is added.' : `${count} spots are added.`),
  willBe: (count: number, first: string, last: string) =>
    count === 1 ? `One spot: ${first}` : `${count} spots, from ${first} to ${last}`,
  taken: (labels: string) => `In use already: ${labels}`,
  go: (count: number) => (count === 1 ? 'Add one spot' : `Add ${count} spots`),
  table: {
    text: 'A CSV table, as spreadsheets save it. Its first line names the columns: label, and as you like type, features, level, zone, half_hour, hour, day, month, note.',
    file: 'Table',
    choose: 'Choose a file',
    paste: 'Or paste it here',
    look: 'Look at it',
    rows: 'Rows of the table',
    columns: {
      line: 'Line',
      label: 'Label',
      kind: 'Kind',
      level: 'Level',
      zone: 'Zone',
      wrong: 'What is wrong',
    },
    fine: 'Fine',
    all: (count: number) => (count === 1 ? 'One row, and it is fine.' : `${count} rows, all of them fine.`),
    refused: (refused: number, count: number) =>
      `${refused} of ${count} rows cannot be added. Mend them in the table: it is added whole or not at all.`,
    zones: (names: string) => `These zones are made for it: ${names}`,
  },
  choose: (label: string) => `Choose ${label}`,
  chosen: (count: number) => (count === 1 ? '1 spot chosen' : `${count} spots chosen`),
  chooseAll: 'Choose all shown',
  chooseNone: 'Choose none',
  change: 'Change them',
  bulk: {
    title: (count: number) => (count === 1 ? 'Change one spot' : `Change ${count} spots`),
    text: 'What you leave stays as it is on each of them. Stays that are booked keep their price.',
    asIs: 'As it is',
    add: 'Features to add',
    remove: 'Features to take away',
    rates: 'Give them prices of their own',
    ratesText: 'They stand in place of the zone’s and the lot’s. All empty: they have none of their own.',
    setNote: 'Write a note on them',
    saved: (count: number) => (count === 1 ? 'One spot is changed.' : `${count} spots are changed.`),
  },
  remove: {
    go: 'Take it away',
    title: (label: string) => `Take ${label} away`,
    text: 'It is not shown, booked or counted any more. What was booked on it keeps its label.',
    keep: 'Keep it',
    done: (label: string) => `${label} is taken away.`,
    availabilityRules: (count: number) =>
      count === 1
        ? 'The window that opens or closes it goes too.'
        : `${count} windows that open or close it go too.`,
    holder: (name: string) => `${name} loses it.`,
    upcoming: (count: number) =>
      count === 1
        ? 'Who it was to be given to does not get it.'
        : `${count} people it was to be given to do not get it.`,
    past: (count: number) =>
      count === 1 ? 'One stay on it is over and is kept.' : `${count} stays on it are over and are kept.`,
    stays: (count: number) =>
      count === 1
        ? 'A stay on it is not over. Move or end it first.'
        : `${count} stays on it are not over. Move or end them first.`,
    more: (count: number) => `and ${count} more`,
  },
  give: {
    button: 'Give it to somebody',
    title: (label: string) => `Give spot ${label} to somebody`,
    text: 'It is theirs alone then: nobody else books it, unless they let it. Whoever has booked keeps their stay.',
    to: 'To whom',
    kinds: { member: 'A member', group: 'A group' },
    member: 'Member',
    group: 'Group',
    noGroup: 'Choose one',
    from: 'From',
    until: 'Last day',
    forEver: 'Without end',
    clear: 'Without a last day',
    go: 'Give it',
    done: (label: string) => `Spot ${label} is given.`,
  },
  holder: {
    title: 'Whose it is',
    nobody: 'Nobody’s: whoever books it parks here.',
    until: (day: string) => `until ${day}`,
    end: 'Take it back',
    endText: (name: string) =>
      `${name} loses the spot now, with what they said about when it is open. Who has booked it keeps their stay.`,
    ended: 'The spot is nobody’s now.',
    keep: 'Leave it',
    upcoming: 'Afterwards',
    from: (day: string) => `from ${day}`,
    off: 'Call it off',
    offOf: (name: string) => `Call off that ${name} gets the spot`,
    isOff: 'Called off.',
  },
}
