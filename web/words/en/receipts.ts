export const receipts = {
  button: 'Receipt',
  of: (what: string) => `Receipt: ${what}`,
  send: 'Send by e-mail',
  sent: (address: string, count: number) =>
    count === 1
      ? `The receipt is on its way to ${address}.`
      : `${count} receipts are on their way to ${address}.`,
}
