/** The lot's list of refunds and disputes. */
export const refunds = {
  title: 'Refunds',
  text: 'What goes back to drivers, and what their banks want back.',
  tabs: { label: 'Which', refunds: 'Refunds', disputes: 'Disputes' },
  status: 'State',
  anyStatus: 'Any',
  openDisputes: 'Not decided',
  allDisputes: 'All',
  waiting: (count: number) =>
    count === 1 ? 'One refund waits for an admin to agree' : `${count} refunds wait for an admin to agree`,
  waitingText: 'Whoever asked for a refund cannot agree to it.',
  show: 'Show them',
  invoice: (number: number, name: string) => `Invoice ${number}${name === '' ? '' : ` · ${name}`}`,
  dispute: (amount: string) => `${amount} disputed`,
  withdrawn: (amount: string) => `The bank holds ${amount} back.`,
  decided: 'Decided',
  noneTitle: 'Nothing went back yet',
  noneText: 'Refunds are made where a reservation is cancelled, changed or adjusted.',
  noneLike: 'No refund is like that',
  noDisputesTitle: 'No disputes',
  noDisputesText:
    'When a driver asks their bank to take a payment back, it stands here with what is to be done.',
  all: 'Show all',
  more: 'Show more',
  csv: { refunds: 'Save the refunds as CSV', disputes: 'Save the disputes as CSV' },
}
