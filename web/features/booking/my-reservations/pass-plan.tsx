'use client'
import type { SharedPass } from '@openspot/contract/booking/shared-passes.ts'
import { type Arrival, getArrivalRoute, getSharedArrivalRoute } from '@openspot/contract/lots/arrival.ts'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { SpotPlan } from '@/ui/plan/spot-plan.tsx'
import css from './pass.module.css'

const otherPaint = { fill: 'var(--os-sunken)', stroke: 'var(--os-line-strong)', ink: 'var(--os-ink-3)' }

/** The level that the spot is on, with the spot lit; nothing if nobody has drawn it. */
export function PassPlan({
  reservation,
  access,
  initial,
  heading: Heading,
}: {
  reservation: Pick<SharedPass, 'spot' | 'spot_id'>
  /** How the plan is read: by its driver, or with the link that the driver shared. */
  access: { reservation_id: string } | { pass_token: string }
  initial: Arrival | undefined
  heading: 'h2' | 'h3'
}) {
  const t = useTranslations()
  const isShared = 'pass_token' in access
  const own = useApiQuery(
    getArrivalRoute,
    { params: isShared ? { reservation_id: '' } : access },
    { initialData: initial, enabled: !isShared },
  )
  const shared = useApiQuery(
    getSharedArrivalRoute,
    { params: isShared ? access : { pass_token: '' } },
    { enabled: isShared },
  )
  const { data } = isShared ? shared : own
  const map = data?.map ?? null
  const spots =
    map?.spots.map(({ spot_id, label }) => ({ id: spot_id, label, level: 0, shape: null })) ??
    data?.spots ??
    []
  if (spots.length === 0) return null
  return (
    <section className={css.entrance}>
      <Heading>{map ? t('driver.planOn', { map: map.name }) : t('driver.plan')}</Heading>
      {/* The picture says nothing that isn't in this text and above. */}
      <p className="sr-only">{t('driver.planText', { spot: reservation.spot.label })}</p>
      <SpotPlan spots={spots} map={map} chosen={reservation.spot_id} paint={() => otherPaint} />
    </section>
  )
}
