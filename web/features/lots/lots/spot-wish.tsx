'use client'
import type { Price } from '@openspot/contract/booking/quotes.ts'
import type { OfferedSpot } from '@openspot/contract/lots/lots.ts'
import type { SpotFeature, SpotType } from '@openspot/core/enums.ts'
import { useMemo } from 'react'
import { words } from '@/words/index.ts'
import css from './spot-choice.module.css'

/** Preferences for any spot: a type and features; empty means no preference. */
export interface SpotWish {
  type: SpotType | null
  features: SpotFeature[]
}

export const grants = (spot: Pick<OfferedSpot, 'type' | 'features'>, wish: SpotWish): boolean =>
  (wish.type === null || spot.type === wish.type) &&
  wish.features.every((feature) => spot.features.includes(feature))

/** Returns the lowest price of the free matching spots, which is what any of them is booked for. */
export function lowestPrice(spots: readonly OfferedSpot[], wish: SpotWish): Price | null {
  const prices = spots.flatMap((spot) => (spot.is_free && spot.price && grants(spot, wish) ? spot.price : []))
  return prices.reduce<Price | null>(
    (best, price) => (best === null || price.total_cents < best.total_cents ? price : best),
    null,
  )
}

/** Returns the preferences as API query parameters. */
export const wishInput = ({ type, features }: SpotWish) => ({
  ...(type === null ? {} : { type }),
  ...(features.length > 0 ? { features: features.join(',') } : {}),
})

/** Returns the preferences as URL parameters. */
export const wishParams = (wish: SpotWish): Record<string, string> => wishInput(wish)

/** Chips for the types and features that the lot has. */
export function SpotWishes({
  spots,
  wish,
  onChange,
}: {
  spots: readonly OfferedSpot[]
  wish: SpotWish
  onChange: (wish: SpotWish) => void
}) {
  const types = useMemo(
    () => [...new Set(spots.map((spot) => spot.type))].filter((type) => type !== 'STANDARD'),
    [spots],
  )
  const features = useMemo(() => [...new Set(spots.flatMap((spot) => spot.features))], [spots])
  if (types.length === 0 && features.length === 0) return null
  return (
    <fieldset className={css.kinds}>
      <legend>{words.lot.wish}</legend>
      {types.map((type) => (
        <button
          key={type}
          type="button"
          aria-pressed={wish.type === type}
          onClick={() => onChange({ ...wish, type: wish.type === type ? null : type })}
        >
          {words.spot.types[type]}
        </button>
      ))}
      {features.map((feature) => {
        const has = wish.features.includes(feature)
        const rest = wish.features.filter((one) => one !== feature)
        return (
          <button
            key={feature}
            type="button"
            aria-pressed={has}
            onClick={() => onChange({ ...wish, features: has ? rest : [...rest, feature] })}
          >
            {words.spot.features[feature]}
          </button>
        )
      })}
    </fieldset>
  )
}
