/** The audit log. */
export const audit = {
  title: 'Audit',
  lotText: 'Who did what in this lot. It cannot be changed, and looking at it is noted too.',
  platformText: 'Who did what on the whole platform. It cannot be changed, and looking at it is noted too.',
  columns: {
    what: 'What',
    who: 'Who',
    as: 'As',
    when: 'When',
    lot: 'Lot',
    about: 'About',
    details: 'Details',
  },
  things: 'Which deeds',
  anyThing: 'All deeds',
  person: 'One person',
  everyone: 'Show everyone',
  onlyOne: 'Only what one person did is shown.',
  onlyThis: (name: string) => `Only what ${name} did`,
  nobody: 'Nobody signed in',
  forgotten: 'Somebody who is gone',
  deed: (action: string) => {
    const text = action.replaceAll('_', ' ').replace('.', ': ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  },
  thing: (kind: string) => {
    const text = kind.replaceAll('_', ' ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  },
  role: (role: string) => role.replaceAll('_', ' ').replace(/\[.*\]/, ''),
  show: 'Show',
  detail: { when: 'When', request: 'Request', id: 'Its id', close: 'Close', none: 'Nothing more was noted.' },
  more: 'Show more',
  emptyTitle: 'Nothing was done yet',
  emptyText: 'What staff change in money, people, spots and rules appears here.',
  noneTitle: 'Nothing like that was done',
  noneText: 'Look at other deeds, or at everyone.',
  clear: 'Clear the filters',
  csv: 'Save as CSV',
}
