'use client'
import { Button } from '@mantine/core'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import { lookUpPlateRoute, type PlateLookup } from '@openspot/contract/operations/plates.ts'
import Link from 'next/link'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { tag } from '@/lib/messages/tag.ts'
import { reservationPath } from '@/lib/paths.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { Plate } from '@/ui/plate.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { ErrorState, Note } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './palette.module.css'
import type { PaletteLot } from './palette-items.ts'

/** Looks up a plate in a lot, which is logged, and says whether it may park there now and why. */
export function PlateAnswer({
  plate,
  lot,
  onBack,
  onClose,
}: {
  plate: string
  lot: PaletteLot
  onBack: () => void
  onClose: () => void
}) {
  const t = useTranslations()
  const lookUp = useApiMutation(lookUpPlateRoute, { client: 'admin' })
  const zone = useApiQuery(getLotRoute, { params: { lot_id: lot.lot_id } }, { client: 'admin' }).data
    ?.time_zone
  const wasAsked = useRef(false)
  const { mutate } = lookUp
  const ask = () => mutate({ params: { lot_id: lot.lot_id }, body: { plate, reason: 'SEARCH' } })
  const first = useRef(ask)
  useEffect(() => {
    // Effects run twice in development, and each call is logged.
    if (wasAsked.current) return
    wasAsked.current = true
    first.current()
  }, [])
  return (
    <div className={css.answer}>
      <h3>{t('palette.plate.title', { plate, lot: lot.lot_name })}</h3>
      {lookUp.isPending || lookUp.isIdle ? <ListSkeleton rows={2} /> : null}
      {lookUp.error ? <ErrorState error={lookUp.error} onRetry={ask} /> : null}
      {lookUp.data && zone !== undefined ? (
        <Rights answer={lookUp.data} lot={lot} zone={zone} onClose={onClose} />
      ) : null}
      <Button variant="default" onClick={onBack} data-autofocus>
        {t('palette.plate.back')}
      </Button>
    </div>
  )
}

const tones = { MAY_PARK: 'good', SIMILAR: 'mark', NO_RIGHT: 'bad' } as const

function Rights({
  answer: { result, rights, ended, next },
  lot,
  zone,
  onClose,
}: {
  answer: PlateLookup
  lot: PaletteLot
  zone: string
  onClose: () => void
}) {
  const t = useTranslations()
  return (
    <>
      <div role="status">
        <Note tone={tones[result]} title={t(`palette.plate.${result}`)}>
          {ended ? (
            <p>
              {t.rich('palette.plate.ended', {
                spot: ended.spot_label,
                time: tag(<Moment at={ended.ends_at} zone={zone} inside />),
              })}
            </p>
          ) : null}
          {next ? (
            <p>
              {t.rich('palette.plate.next', {
                spot: next.spot_label,
                time: tag(<Moment at={next.starts_at} zone={zone} inside />),
              })}
            </p>
          ) : null}
        </Note>
      </div>
      <ul className={css.rights}>
        {rights.map((right) => (
          <li key={[right.plate, right.region, right.spot_label, right.right].join(' ')}>
            <Plate plate={right.plate} region={right.region || null} size="sm" />
            <span>{t('palette.spot', { label: right.spot_label })}</span>
            {right.reservation_id ? (
              <Link href={reservationPath(lot.lot_id, right.reservation_id)} onClick={onClose}>
                {t(`staff.monitor.vehicles.rights.${right.right}`)}
              </Link>
            ) : (
              <span>{t(`staff.monitor.vehicles.rights.${right.right}`)}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
