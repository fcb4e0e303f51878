export const map = {
  without: 'The map cannot be drawn on this device. Everything on it is in the list.',
  target: 'Where you want to go',
  one: (name: string, price: string) => (price ? `${name}, ${price}` : name),
  several: (count: number, price: string) => `${count} lots here, from ${price}. Look closer`,
  from: 'from',
}
