'use client'
import { Button } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import { getPublicLot, searchLotSpots } from '@openspot/contract/lots.ts'
import { IconRoute } from '@tabler/icons-react'
import { useRouter } from 'next/router'
import { useMemo, useState } from 'react'
import { directionsUrl } from '@/lib/directions.ts'
import { useAsk } from '@/lib/use-api.ts'
import { LotMap } from '@/ui/map/lot-map.tsx'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { BoardSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState } from '@/ui/states.tsx'
import { WhenFields } from '@/ui/when-fields.tsx'
import { words } from '@/words/index.ts'
import { rulesInWords } from './lot-rules.ts'
import css from './lots.module.css'
import { OfferCard } from './offer-card.tsx'
import { Rates } from './rates.tsx'
import { SpotChoice } from './spot-choice.tsx'

interface Stay {
  starts_at: string
  ends_at: string
}

/** A lot for a time: which spot, for how much, by which rules. */
export function LotScreen({ initial, stay }: { initial: Output<typeof getPublicLot>; stay: Stay }) {
  const router = useRouter()
  const { lot: known } = initial
  const [asked, setAsked] = useState(stay)
  const first = asked.starts_at === stay.starts_at && asked.ends_at === stay.ends_at
  const offered = useAsk(
    getPublicLot,
    { params: { public_id: known.public_id }, query: asked },
    { keep: true, initialData: first ? initial : undefined },
  )
  const spots = useAsk(
    searchLotSpots,
    { query: { lot_id: known.id, ...asked } },
    { keep: true, everySeconds: 30 },
  )
  const lot = offered.data?.lot ?? known
  const [picked, setPicked] = useState<string | null>(null)
  const free = (spots.data?.items ?? []).filter((spot) => spot.is_free)
  // Someone who is late should not have to choose: the first ordinary free spot is picked for them.
  const spot =
    free.find((one) => one.id === picked) ?? free.find((one) => one.type === 'STANDARD') ?? free[0] ?? null

  const change = (next: Stay) => {
    setAsked(next)
    void router.replace({ query: { public_id: known.public_id, ...next } }, undefined, {
      shallow: true,
      scroll: false,
    })
  }
  const mapLots = useMemo(() => [{ ...lot, label: null, cents: 0 }], [lot])
  const address = [lot.street, lot.city, lot.region, lot.postal_code].filter(Boolean).join(', ')
  return (
    <PublicShell wide>
      <div className={css.page}>
        <header className={css.head}>
          <h1>{lot.name}</h1>
          <p>{address}</p>
          {lot.managed_by ? <p className={css.small}>{words.lot.managedBy(lot.managed_by)}</p> : null}
          {lot.description ? <p className={css.description}>{lot.description}</p> : null}
        </header>
        <div className={css.offerSide}>
          <OfferCard lot={lot} offer={offered.data?.offer ?? null} spot={spot} stay={asked} />
        </div>
        <div className={css.body}>
          <section className={css.section}>
            <h2 className="sr-only">{words.lot.when}</h2>
            <WhenFields stay={asked} zone={lot.time_zone} onChange={change} />
          </section>
          <section className={css.section}>
            <h2>
              {words.lot.spots}
              {spots.data ? <span className={css.freeCount}>{words.lot.free(free.length)}</span> : null}
            </h2>
            {spot && !picked ? <p className={css.small}>{words.lot.pickedForYou}</p> : null}
            {spots.data ? (
              <SpotChoice spots={spots.data.items} chosen={spot?.id ?? null} onChoose={setPicked} />
            ) : spots.isError ? (
              <ErrorState error={spots.error} onRetry={() => spots.refetch()} />
            ) : (
              <BoardSkeleton />
            )}
          </section>
          <Rates lot={lot} />
          <section className={css.section}>
            <h2>{words.lot.rulesTitle}</h2>
            <ul className={css.rules}>
              {rulesInWords(lot).map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </section>
          <section className={css.section}>
            <h2>{words.lot.where}</h2>
            <div className={css.map}>
              <LotMap lots={mapLots} chosen={lot.id} zoom={16} />
            </div>
            <Button
              component="a"
              href={directionsUrl(lot)}
              target="_blank"
              rel="noopener"
              variant="default"
              leftSection={<IconRoute size={18} aria-hidden="true" />}
            >
              {words.lot.directions}
            </Button>
          </section>
        </div>
      </div>
    </PublicShell>
  )
}
