import type { SpotAvailability, SpotFeature, SpotType } from '@openspot/core/enums.ts'

const states: Record<SpotAvailability, { word: string; meaning: string }> = {
  AVAILABLE: { word: 'Free', meaning: 'Can be booked now.' },
  RENTED_UNTIL: { word: 'Booked until', meaning: 'Someone is booked here, until a known time.' },
  RENTED: { word: 'Booked', meaning: 'Someone is booked here, with no end set.' },
  SUBLEASED_UNTIL: {
    word: 'Sublet until',
    meaning: 'Its holder has let it to someone else, until a known time.',
  },
  SUBLEASED: { word: 'Sublet', meaning: 'Its holder has let it to someone else, with no end set.' },
  ASSIGNED: { word: 'Assigned', meaning: 'Belongs to someone, who keeps it.' },
  EMPTY: { word: 'Not offered', meaning: 'Held by nobody and not offered.' },
  UNAVAILABLE: { word: 'Closed', meaning: 'Closed by its calendar, a blackout or the hours of the lot.' },
}

const types: Record<SpotType, string> = {
  STANDARD: 'Standard',
  ACCESSIBLE: 'Accessible',
  MOTORCYCLE: 'Motorcycle',
  COMPACT: 'Compact',
  TANDEM: 'Tandem',
  SEMI_TRUCK: 'Semi truck',
  STORAGE: 'Storage',
  EXTRA_WIDE: 'Extra wide',
  STACKED: 'Stacked',
  SUPER_COMPACT: 'Super compact',
}

const features: Record<SpotFeature, string> = {
  EV_CHARGER: 'EV charger',
  SHARED_EV_CHARGER: 'Shared EV charger',
  CARPORT: 'Carport',
  COVERED: 'Covered',
  INDOOR: 'Indoor',
  GATED: 'Gated',
  HIGH_CLEARANCE: 'High clearance',
  NEAR_ELEVATOR: 'Near the elevator',
  NEAR_GATE: 'Near the gate',
  STANDALONE: 'Stands alone',
}

export const spot = { states, types, features, legend: 'What the spots show', one: 'Spot' }
