export const staff = {
  nav: { label: 'Console', lots: 'My lots', thisLot: 'This lot', monitor: 'Monitor' },
}
