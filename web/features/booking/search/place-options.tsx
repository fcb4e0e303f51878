'use client'
import { Combobox } from '@mantine/core'
import type { Place } from '@openspot/contract/lots/lots.ts'
import type { SavedLot } from '@openspot/contract/people/saved-lots.ts'
import type { PlaceKind } from '@openspot/core/enums.ts'
import {
  IconBuildingCommunity,
  IconBuildingMonument,
  IconMailbox,
  IconMapPin,
  IconParking,
  IconPlane,
  IconTicket,
  IconTrain,
  IconTrees,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import css from './search-form.module.css'
import type { RecentPlace } from './use-recents.ts'

const icons = {
  CITY: IconBuildingCommunity,
  POSTAL_CODE: IconMailbox,
  NEIGHBORHOOD: IconTrees,
  LANDMARK: IconBuildingMonument,
  VENUE: IconTicket,
  AIRPORT: IconPlane,
  STATION: IconTrain,
  ADDRESS: IconMapPin,
  LOT: IconParking,
} satisfies Record<PlaceKind, unknown>

const groups = {
  CITY: 'cities',
  POSTAL_CODE: 'cities',
  NEIGHBORHOOD: 'cities',
  LANDMARK: 'places',
  VENUE: 'places',
  AIRPORT: 'places',
  STATION: 'places',
  ADDRESS: 'addresses',
  LOT: 'lots',
} as const satisfies Record<PlaceKind, string>

/** Returns places by group; the group of the best one comes first. */
export function groupPlaces(places: readonly Place[]) {
  const order = [...new Set(places.map(({ kind }) => groups[kind]))]
  return order.map((group) => ({ group, members: places.filter(({ kind }) => groups[kind] === group) }))
}

/** How many saved lots are suggested before anything is typed. All are on the page of the account. */
const MOST_SAVED = 5

/** The latest saved lots as places to search from. */
export const savedPlaces = (lots: readonly SavedLot[]): (RecentPlace & { id: string })[] =>
  lots.slice(0, MOST_SAVED).map(({ id, name, street, city, lat, lng, time_zone }) => ({
    id,
    kind: 'LOT',
    name,
    detail: [street, city].filter(Boolean).join(', '),
    lat,
    lng,
    time_zone,
  }))

/** One suggestion: what kind of place it is, its name, and what tells it from others. */
export function PlaceOption({ place, value }: { place: RecentPlace; value: string }) {
  const t = useTranslations()
  const Icon = icons[place.kind]
  return (
    <IconOption value={value} icon={<Icon size={18} aria-hidden="true" />}>
      <PlaceName place={place} />
      <span className={css.detail}>
        {place.kind === 'CITY' || place.kind === 'POSTAL_CODE' || place.kind === 'ADDRESS'
          ? place.detail
          : t('search.kindAndDetail', { kind: t(`search.kinds.${place.kind}`), detail: place.detail })}
      </span>
    </IconOption>
  )
}

/** What the reader calls a place, and beside it its English name, as signs have it. */
export function PlaceName({
  place: { name, reader_name },
}: {
  place: Pick<RecentPlace, 'name' | 'reader_name'>
}) {
  if (!reader_name) return <strong>{name}</strong>
  return (
    <>
      <strong>
        <bdi>{reader_name}</bdi>
      </strong>{' '}
      <bdi className={css.english} lang="en">
        {name}
      </bdi>
    </>
  )
}

export function IconOption({
  value,
  icon,
  children,
}: {
  value: string
  icon: ReactNode
  children: ReactNode
}) {
  return (
    <Combobox.Option value={value}>
      <span className={css.place}>
        {icon}
        <span>{children}</span>
      </span>
    </Combobox.Option>
  )
}
