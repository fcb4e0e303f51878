/** A demo account that can sign in. */
export interface Account {
  email: string
  password: string
  role: 'PLATFORM_ADMIN' | 'SUPER_ADMIN' | 'ADMIN' | 'PATROLLER' | 'MEMBER' | 'HOST' | 'DRIVER'
  /** The lot in which they have that role. */
  lot: string | null
}

export const staffedLot = 'Wells Street Garage'
export const residentsLot = 'Plymouth Court Residences'

/** These passwords are in no configuration and only work with demo data, so they can be public. */
export const accounts: readonly Account[] = [
  { email: 'platform@openspot.example', password: 'see-the-whole-city', role: 'PLATFORM_ADMIN', lot: null },
  { email: 'owner@openspot.example', password: 'own-the-garage', role: 'SUPER_ADMIN', lot: staffedLot },
  { email: 'admin@openspot.example', password: 'run-the-garage', role: 'ADMIN', lot: staffedLot },
  { email: 'patroller@openspot.example', password: 'walk-the-rows', role: 'PATROLLER', lot: staffedLot },
  { email: 'member@openspot.example', password: 'my-usual-spot', role: 'MEMBER', lot: residentsLot },
  { email: 'host@openspot.example', password: 'share-my-spot', role: 'HOST', lot: residentsLot },
  { email: 'driver@openspot.example', password: 'park-here-driver', role: 'DRIVER', lot: null },
]
