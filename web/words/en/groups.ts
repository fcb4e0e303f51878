const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

export const groups = {
  title: 'Groups',
  text: 'Usually one home or company. Its rules count over everybody in it together.',
  add: 'Add a group',
  new: 'New group',
  edit: (name: string) => `Change “${name}”`,
  emptyTitle: 'No groups yet',
  emptyText: 'Put the people of one home together, and give them rules of their own.',
  search: 'Name, unit or person',
  count: (count: number) => (count === 1 ? '1 group' : `${count} groups`),
  noneTitle: 'No group is like that',
  noneText: 'Search for something else.',
  clear: 'Clear the search',
  columns: { name: 'Name', unit: 'Unit', rules: 'Rules', people: 'People', change: 'Actions' },
  defaultRules: 'As everyone else',
  nobody: 'Nobody yet',
  name: 'Name',
  unit: 'Unit',
  rule_set: 'Rules',
  members: 'People',
  membersText: 'Somebody is in one group at most.',
  saved: (name: string) => `“${name}” is saved.`,
  change: 'Change',
  remove: 'Remove',
  removeTitle: (name: string) => `Remove “${name}”?`,
  removeText: (members: number, invites: number, stays: number) =>
    [
      members > 0
        ? `${people(members)} go on under the rules for everyone else, and are counted one by one.`
        : 'Nobody is in it.',
      invites > 0
        ? `${invites === 1 ? '1 open invite leads' : `${invites} open invites lead`} into the lot alone.`
        : '',
      stays > 0
        ? `${stays === 1 ? '1 stay keeps' : `${stays} stays keep`} the rules they were booked under.`
        : '',
    ]
      .filter(Boolean)
      .join(' '),
  keep: 'Keep it',
  removed: (name: string) => `“${name}” is gone.`,
}
