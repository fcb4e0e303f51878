import { normalizePlate } from '@openspot/core/plates/plates.ts'
import type { AccountStatus, PaymentInstrument, UserSource } from '@openspot/db/types.ts'
import { accounts } from '@openspot/server/demo-accounts.ts'
import { cars, colors, firstNames, lastNames } from './names.ts'
import type { Random } from './random.ts'

export interface TownCar {
  id: string
  plate: string
  plate_normalized: string
  region: string
  make: string
  model: string
  color: string
}

export interface Person {
  id: string
  email: string | null
  phone: string | null
  first_name: string | null
  last_name: string | null
  account_status: AccountStatus
  source: UserSource
  roles: string[]
  cars: TownCar[]
  /** The card that pays; not in the wallets of those who can sign in, whose next card is a real test card. */
  card: { id: string; brand: string; last4: string; instrument: PaymentInstrument } | null
  can_sign_in: boolean
}

export interface People {
  all: Person[]
  /** By the local part of the email address of those who can sign in. */
  named: Map<string, Person>
  residents: Person[]
  staff: Person[]
  drivers: Person[]
  /** Parked once or twice without an account. */
  guests: Person[]
  banned: Person
  deleted: Person
}

const given: Record<string, [string, string]> = {
  platform: ['Robin', 'Hale'],
  owner: ['Marguerite', 'Doyle'],
  admin: ['Theo', 'Lindgren'],
  patroller: ['Gus', 'Moreno'],
  member: ['Anika', 'Rao'],
  host: ['Walter', 'Benning'],
  driver: ['Jo', 'Castellan'],
}

/** Generates about sixty people of every kind, and the guests who parked without an account. */
export function makePeople(random: Random): People {
  const taken = new Set<string>()
  const name = (): [string, string] => {
    for (;;) {
      const pair: [string, string] = [random.pick(firstNames), random.pick(lastNames)]
      if (!taken.has(pair.join(' '))) {
        taken.add(pair.join(' '))
        return pair
      }
    }
  }
  const person = (more: Partial<Person> & { cars?: TownCar[] } = {}, called = name()): Person => ({
    id: random.id(),
    email: `${plain(called[0])}.${plain(called[1])}@people.example`,
    phone: `+1312555${random.digits(4)}`,
    first_name: called[0],
    last_name: called[1],
    account_status: 'ACTIVE',
    source: 'ORGANIC',
    roles: [],
    cars: Array.from({ length: random.perMille(300) ? 2 : 1 }, () => aCar(random)),
    card: aCard(random),
    can_sign_in: false,
    ...more,
  })
  const many = (count: number, more: Partial<Person> = {}) =>
    Array.from({ length: count }, () => person(more))

  const named = new Map(
    accounts.map(({ email, role }): [string, Person] => {
      const key = email.replace(/@.*/, '')
      const roles = role === 'PLATFORM_ADMIN' ? ['OPENSPOT_ADMIN'] : []
      // The provider's test card, with which everything that is not over is paid (stand-in-payments.ts).
      const card = { ...aCard(random), brand: 'visa', last4: '4242' }
      return [key, person({ email, roles, card, can_sign_in: true, source: 'INVITE' }, given[key] ?? name())]
    }),
  )
  const staff = many(9, { cars: [], source: 'INVITE' })
  const residents = [
    ...many(16, { source: 'DATA_SOURCE_IMPORT' }),
    ...many(4, { account_status: 'GHOST', source: 'DATA_SOURCE_IMPORT' }),
  ]
  const drivers = many(22)
  // One of them pays by bank debit, which takes days.
  const debtor = drivers.at(-1)
  if (debtor) debtor.card = { ...aCard(random), brand: 'bank', instrument: 'US_BANK_ACCOUNT' }
  const guests = many(150, { account_status: 'GHOST', source: 'UNKNOWN', phone: null })
  const banned = person({ account_status: 'BANNED' })
  const deleted = person({
    account_status: 'DELETED',
    email: null,
    phone: null,
    first_name: null,
    last_name: null,
    cars: [],
  })
  const all = [...named.values(), ...staff, ...residents, ...drivers, ...guests, banned, deleted]
  return { all, named, residents, staff, drivers, guests, banned, deleted }
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase()
}

function aCar(random: Random): TownCar {
  const { make, models } = random.pick(cars)
  const region = random.weighed({ IL: 75, IN: 9, WI: 7, MI: 4, IA: 3, OH: 2 })
  const plate = {
    IL: () => `${random.letters(2)} ${random.digits(5)}`,
    IN: () => `${random.digits(3)} ${random.letters(3)}`,
    WI: () => `${random.letters(3)}-${random.digits(4)}`,
    MI: () => `${random.letters(3)} ${random.digits(4)}`,
    IA: () => `${random.letters(3)} ${random.digits(3)}`,
    OH: () => `${random.letters(3)} ${random.digits(4)}`,
  }[region]()
  return {
    id: random.id(),
    plate,
    plate_normalized: normalizePlate(plate),
    region,
    make,
    model: random.pick(models),
    color: random.pick(colors),
  }
}

function aCard(random: Random): NonNullable<Person['card']> {
  const brand = random.weighed({ visa: 6, mastercard: 3, amex: 1 })
  return { id: random.id(), brand, last4: random.digits(4), instrument: 'CARD' }
}

/** Returns a person who can sign in by the local part of the email address. */
export function personCalled(people: People, key: string): Person {
  const person = people.named.get(key)
  if (!person) throw new Error(`There is no person ${key}`)
  return person
}
