import type { IntegrationProvider } from '@openspot/core/residents/enums.ts'
import { type Day, ordinaryResident, type Property, type Resident, seededResidents } from './residents.ts'

const seeds: Record<IntegrationProvider, readonly [id: string, name: string][]> = {
  ENTRATA: [
    ['100001', 'Juniper Court'],
    ['100002', 'Juniper Court Annex'],
  ],
  REALPAGE: [
    ['3000011', 'Cedar Mock Lofts'],
    ['3000012', 'Cedar Mock Yard'],
  ],
  REALPAGE_RPX: [
    ['2000011', 'Maple Test Flats'],
    ['2000012', 'Maple Test Terrace'],
  ],
  YARDI: [
    ['testcrt1', 'Birch Test Court'],
    ['testcrt2', 'Birch Test Square'],
  ],
}

/** The ID of the large property; sites of RealPage and Entrata have numbers. */
export const largeId = (vendor: IntegrationProvider): string => (vendor === 'YARDI' ? 'large' : '9999999')

const day_ms = 86_400_000
export const MAX_LARGE = 50_000

/** What the property managers have on file: seeded, and changed by tests. */
export class Data {
  /** Residents of the large property of each vendor; 0 means that it doesn't exist. */
  private readonly large = new Map<IntegrationProvider, number>()
  private readonly given = new Map<string, Resident[]>()
  private readonly now: () => Date

  constructor(now: () => Date) {
    this.now = now
  }

  properties(vendor: IntegrationProvider): Property[] {
    const seeded = seeds[vendor].map(([property_id, name], site) =>
      this.listed(vendor, property_id, name, site, () =>
        seededResidents(vendor, site + 1, site === 0 ? 20 : 8, this.day()),
      ),
    )
    const count = this.large.get(vendor) ?? 0
    const large: Property = {
      property_id: largeId(vendor),
      name: 'Large',
      street: '100 Sample Ave',
      count,
      at: (index) => ordinaryResident(vendor, 9, index, this.day()),
    }
    return count === 0 ? seeded : [...seeded, large]
  }

  property(vendor: IntegrationProvider, property_id: string): Property | null {
    return this.properties(vendor).find((property) => property.property_id === property_id) ?? null
  }

  setLarge(vendor: IntegrationProvider, count: number): void {
    this.large.set(vendor, Math.min(Math.max(count, 0), MAX_LARGE))
  }

  /** Replaces the residents of a property; null restores the seeded ones. */
  setResidents(vendor: IntegrationProvider, property_id: string, residents: Resident[] | null): void {
    if (residents === null) this.given.delete(`${vendor} ${property_id}`)
    else this.given.set(`${vendor} ${property_id}`, residents)
  }

  reset(): void {
    this.large.clear()
    this.given.clear()
  }

  private listed(
    vendor: IntegrationProvider,
    property_id: string,
    name: string,
    site: number,
    seeded: () => Resident[],
  ): Property {
    const residents = this.given.get(`${vendor} ${property_id}`) ?? seeded()
    const at = (index: number): Resident => {
      const found = residents[index]
      if (found === undefined) throw new RangeError(`There is no resident ${index}.`)
      return found
    }
    return { property_id, name, street: `${5 + site * 2} Sample St`, count: residents.length, at }
  }

  private day(): Day {
    const today = this.now().getTime()
    return (days) => new Date(today + days * day_ms).toISOString().slice(0, 10)
  }
}

/** All residents of a property, one at a time. */
export function* residentsOf(property: Property): Generator<Resident> {
  for (let index = 0; index < property.count; index += 1) yield property.at(index)
}
