export const outbox = {
  title: 'Local mailbox',
  text: 'E-mails this installation has written. They are shown here because no mail server is set up; nobody received them.',
  emptyTitle: 'No e-mail yet',
  emptyText: 'Ask for a sign-in link or book a spot, and what is sent appears here.',
  to: (address: string) => `To ${address}`,
  allFor: (address: string) => `Only for ${address}`,
  showAll: 'Show all',
  choose: 'Choose an e-mail to read it.',
  asText: 'As text',
  attachments: 'Attached',
}
