/** Quiet map colors, so that prices stand out. */
export interface MapColors {
  ground: string
  grid: string
  water: string
  park: string
  parking: string
  building: string
  casing: string
  street: string
  main: string
  motorway: string
  rail: string
  label: string
  quietLabel: string
  halo: string
  lot: string
  lotLine: string
}

export const mapColors: Record<'light' | 'dark', MapColors> = {
  light: {
    ground: '#f0f2f4',
    grid: '#e6e9ed',
    water: '#c6d9ea',
    park: '#dcebd9',
    parking: '#e3e8f1',
    building: '#e2e6ea',
    casing: '#d5dbe1',
    street: '#ffffff',
    main: '#ffffff',
    motorway: '#fbfcfd',
    rail: '#c3cbd4',
    label: '#3c4754',
    quietLabel: '#5b6774',
    halo: '#ffffff',
    lot: '#1f5fd6',
    lotLine: '#1f5fd6',
  },
  dark: {
    ground: '#131a22',
    grid: '#1a222c',
    water: '#0b2136',
    park: '#15261f',
    parking: '#192333',
    building: '#1b242e',
    casing: '#0e141a',
    street: '#222c37',
    main: '#2a3643',
    motorway: '#34424f',
    rail: '#2f3b47',
    label: '#c6ced7',
    quietLabel: '#94a0ad',
    halo: '#131a22',
    lot: '#7fa8ff',
    lotLine: '#7fa8ff',
  },
}
