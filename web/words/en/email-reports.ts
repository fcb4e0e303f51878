export const emailReports = {
  title: 'Report this email',
  text: 'Tell us about an email that you didn’t ask for. We look at every report.',
  note: 'What is wrong with it (optional)',
  send: 'Report email',
  doneTitle: 'Thanks for the report',
  done: (subject: string) => `We’ll look at “${subject}” and at the lot that sent it.`,
  list: {
    title: 'Reported emails',
    text: 'Emails that their recipients reported.',
    lastDay: (sent: number, suppressed: number) =>
      `Last 24 hours: ${sent} sent, ${suppressed} held back by the limits.`,
    columns: { subject: 'Subject', lot: 'Lot', to: 'Recipient', note: 'Note', at: 'Reported' },
    more: 'Show more',
    emptyTitle: 'No reports',
    emptyText: 'When somebody reports an email, it is listed here.',
    noLot: 'None',
  },
}
