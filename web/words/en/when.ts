export const when = {
  from: 'From',
  until: 'Until',
  day: (which: string) => `${which}, day`,
  time: (which: string) => `${which}, time`,
}
