export const notifications = {
  title: 'Inbox',
  unread: (count: number) => (count === 0 ? 'All read' : `${count} unread`),
  markRead: 'Mark all as read',
  isNew: 'New',
  open: 'Open the stay',
  more: 'Show older ones',
  emptyTitle: 'Nothing yet',
  emptyText: 'What happens around your stays is told here, and by e-mail: when one begins, ends, or changes.',
}
