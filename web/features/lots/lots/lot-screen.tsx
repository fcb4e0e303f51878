'use client'
import type { Output } from '@openspot/contract/call.ts'
import { getPublicLotRoute, type PublicLot, searchLotSpotsRoute } from '@openspot/contract/lots/lots.ts'
import { addressText } from '@openspot/core/address.ts'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { Preview } from '@/lib/preview.ts'
import { replaceAddress } from '@/lib/replace-address.ts'
import { lowestPrice, preferenceParams, type SpotPreferences } from '@/lib/spot-preferences.ts'
import { leadHours, useCounted } from '@/lib/usage/count.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { whenInput, whenParams } from '@/lib/when.ts'
import { LongerOffer } from '@/ui/checkout/longer-offer.tsx'
import { PastTimesNote } from '@/ui/checkout/past-times-note.tsx'
import { RefusalNote } from '@/ui/checkout/refusal-note.tsx'
import { WaitForSpot } from '@/ui/checkout/wait-for-spot.tsx'
import { hasFacts, LotFacts } from '@/ui/lot/lot-facts.tsx'
import { LotName, LotText } from '@/ui/lot/lot-text.tsx'
import { SaveLot } from '@/ui/lot/save-lot.tsx'
import { RatingSummary } from '@/ui/lot/stars.tsx'
import { LotLogo } from '@/ui/lot-logo.tsx'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { BoardSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { type OpenReservation, TimeFields } from '@/ui/time-fields.tsx'
import { Gallery } from './gallery.tsx'
import { GoodToKnow } from './good-to-know.tsx'
import { LotLocation } from './lot-location.tsx'
import { LotRatings } from './lot-ratings.tsx'
import css from './lots.module.css'
import { OfferCard } from './offer-card.tsx'
import { Rates } from './rates.tsx'
import { SignGate } from './sign-gate.tsx'
import { SpotPick } from './spot-pick.tsx'

// Only staff have it, and drivers need not load it.
const PreviewBar = dynamic(() => import('@/ui/preview/preview-bar.tsx').then((one) => one.PreviewBar))

/** The query parameters of a lot's page. */
export interface LotQuery {
  times: OpenReservation
  /** The times of the link, if they have passed and are not shown. */
  past_times: OpenReservation | null
  preferences: SpotPreferences
  spot_id: string | null
  /** The gate at which the sign hangs whose QR code was scanned. */
  gate_id: string | null
}

/** A lot for a time range: spots, prices, and rules. */
export function LotScreen({
  initial,
  requested: start,
  redirected_from,
  preview,
}: {
  initial: Output<typeof getPublicLotRoute>
  requested: LotQuery
  /** The lot whose link led here, if that lot redirects its visitors. */
  redirected_from: string | null
  /** Where staff opened the page to see what drivers see. */
  preview: Preview | null
}) {
  const t = useTranslations()
  const { lot: known } = initial
  const { now } = useClock()
  const [requested, setRequested] = useState(start)
  const { times: reservation, preferences } = requested
  const isFirst =
    reservation.starts_at === start.times.starts_at &&
    reservation.ends_at === start.times.ends_at &&
    initial.offer !== null
  const offered = useApiQuery(
    getPublicLotRoute,
    { params: { public_id: known.public_id }, query: whenInput(reservation) },
    { keep: true, initialData: isFirst ? initial : undefined, everySeconds: 60 },
  )
  const spots = useApiQuery(
    searchLotSpotsRoute,
    { query: { lot_id: known.id, ...whenInput(reservation) } },
    { keep: true, everySeconds: 30 },
  )
  useCounted('lot_view', known.id, {
    lot_id: known.id,
    has_price: Boolean(initial.offer?.price),
    lead_hours: leadHours(start.times.starts_at, now),
  })
  const lot = offered.data?.lot ?? known
  const items = spots.data?.items ?? []
  const spot = items.find((one) => one.id === requested.spot_id && one.is_free) ?? null
  const offer = offered.data?.offer ?? null
  const hasPreferences = preferences.type !== null || preferences.features.length > 0
  // If reseating could make room, the lot's own offer has a price although no single spot is free.
  const canBeHad = offer?.price && (offered.data?.free_spots ?? 0) > 0 ? offer.price : null
  const anyPrice = spots.data
    ? (lowestPrice(items, preferences) ?? (hasPreferences ? null : canBeHad))
    : canBeHad
  const refusal = offer?.refusal ?? spots.data?.refusal ?? null
  // Not full: there is nothing to wait for.
  const hasNoSpots = !refusal && spots.data !== undefined && items.length === 0
  const isFull = !refusal && !hasNoSpots && Boolean(spots.data && offered.data) && anyPrice === null
  const path = pathOf(lot.public_id, requested)

  const change = (part: Partial<LotQuery>) => {
    const next = { ...requested, ...part }
    setRequested(next)
    replaceAddress(pathOf(known.public_id, next))
  }
  const address = addressText(lot, lot.country)
  return (
    <PublicShell wide below={preview ? <PreviewBar preview={preview} /> : null}>
      <div className={css.page}>
        <header className={css.head}>
          <div className={css.title}>
            <LotLogo url={lot.logo_url} size={56} />
            <h1>
              <LotName lot={lot} />
            </h1>
            <span className={css.save}>
              <SaveLot lot={lot} isLabeled />
            </span>
          </div>
          <p>
            <bdi>{address}</bdi>
          </p>
          {lot.rating_count > 0 ? (
            <p>
              <a href="#ratings" className={css.rating}>
                <RatingSummary lot={lot} />
              </a>
            </p>
          ) : null}
          {lot.managed_by ? <p className={css.small}>{t('lot.managedBy', { who: lot.managed_by })}</p> : null}
          {lot.description ? <LotText text={lot.description} language={lot.languages.description} /> : null}
          {redirected_from ? (
            <div className={css.headNote}>
              <Note tone="plain" title={t('lot.redirected', { from: redirected_from })}>
                <p>{t('lot.redirectedText')}</p>
              </Note>
            </div>
          ) : null}
          {initial.photos.length > 0 ? <Gallery name={lot.name} photos={initial.photos} /> : null}
        </header>
        {requested.past_times ? <PastTimesNote times={requested.past_times} zone={lot.time_zone} /> : null}
        {requested.gate_id ? <SignGate lot={lot} gate_id={requested.gate_id} path={path} /> : null}
        <div className={css.offerSide}>
          <OfferCard
            lot={lot}
            price={spot ? spot.price : anyPrice}
            spot={spot}
            times={reservation}
            href={`/book/${lot.public_id}?${new URLSearchParams({
              ...whenParams(reservation),
              ...(spot ? { spot_id: spot.id } : preferenceParams(preferences)),
            })}`}
            longer={
              <LongerOffer
                lot={lot}
                spot_id={spot?.id ?? null}
                preferences={preferences}
                times={reservation}
                onChoose={(times) => change({ times })}
              />
            }
            explanation={
              refusal?.message ?? (hasNoSpots ? t('lot.noSpots.title') : isFull ? t('lot.wait.title') : null)
            }
          />
        </div>
        <div className={css.body}>
          <section className={css.section}>
            <h2 className="sr-only">{t('lot.when')}</h2>
            <TimeFields
              times={reservation}
              zone={lot.time_zone}
              onChange={(next) => change({ times: next, past_times: null })}
            />
            {refusal ? (
              <RefusalNote
                refusal={refusal}
                lot={lot}
                times={reservation}
                onChange={(next) => change({ times: next })}
              />
            ) : null}
            {hasNoSpots ? <NoSpotsNote lot={lot} /> : null}
            {isFull ? (
              <WaitForSpot lot={lot} times={reservation} preferences={preferences} path={path} />
            ) : null}
          </section>
          {refusal || hasNoSpots ? null : (
            <section className={css.section}>
              <h2>{t('lot.spots')}</h2>
              {spots.data ? (
                <SpotPick
                  lot_id={lot.id}
                  spots={items}
                  price={anyPrice}
                  preferences={preferences}
                  picked={spot?.id ?? null}
                  onPreferences={(next) => change({ preferences: next })}
                  onPick={(spot_id) => change({ spot_id })}
                />
              ) : spots.isError ? (
                <ErrorState error={spots.error} onRetry={() => spots.refetch()} />
              ) : (
                <BoardSkeleton />
              )}
            </section>
          )}
          {hasFacts(lot) ? (
            <section className={css.section}>
              <h2>{t('lotFacts.title')}</h2>
              <LotFacts lot={lot} />
            </section>
          ) : null}
          <Rates lot={lot} />
          <LotRatings lot={lot} path={path} />
          <GoodToKnow
            lot={lot}
            booking_limits={(offered.data ?? initial).booking_limits}
            has_camera_policy={initial.has_camera_policy}
          />
          <LotLocation lot={lot} />
        </div>
      </div>
    </PublicShell>
  )
}

/** A lot that sells nothing, because it is still being set up or all of its spots are assigned. */
function NoSpotsNote({ lot }: { lot: PublicLot }) {
  const t = useTranslations()
  const nearby = new URLSearchParams({ lat: String(lot.lat), lng: String(lot.lng), place: lot.name })
  return (
    <Note title={t('lot.noSpots.title')}>
      <p>{t('lot.noSpots.text')}</p>
      <p>
        <Link href={`/?${nearby}`} prefetch={false}>
          {t('lot.ways.otherLots')}
        </Link>
      </p>
    </Note>
  )
}

function pathOf(public_id: string, { times: reservation, preferences, spot_id, gate_id }: LotQuery): string {
  const ids = { ...(spot_id === null ? {} : { spot_id }), ...(gate_id === null ? {} : { gate_id }) }
  return `/l/${public_id}?${new URLSearchParams({ ...whenParams(reservation), ...preferenceParams(preferences), ...ids })}`
}
