import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { formatHeight } from '@openspot/core/geo/format-height.ts'
import type { LotAmenity } from '@openspot/core/lots/facts.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import {
  IconBike,
  IconBolt,
  IconBuildingWarehouse,
  IconBulb,
  IconBus,
  IconDeviceCctv,
  IconElevator,
  IconRefresh,
  IconToiletPaper,
  IconUser,
  IconWheelchair,
} from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import css from './lot-facts.module.css'

type FactsOfLot = Pick<PublicLot, 'clearance_mm' | 'entry_methods' | 'on_site_payments' | 'amenities'>

const icons: Record<LotAmenity, typeof IconBolt> = {
  COVERED: IconBuildingWarehouse,
  LIGHTED: IconBulb,
  STAFFED: IconUser,
  SECURITY_CAMERAS: IconDeviceCctv,
  ELEVATOR: IconElevator,
  ACCESSIBLE: IconWheelchair,
  RESTROOM: IconToiletPaper,
  EV_CHARGING: IconBolt,
  BIKE_PARKING: IconBike,
  SHUTTLE: IconBus,
  RE_ENTRY: IconRefresh,
}

export const hasFacts = ({ clearance_mm, entry_methods, on_site_payments, amenities }: FactsOfLot): boolean =>
  clearance_mm !== null || entry_methods.length + on_site_payments.length + amenities.length > 0

/** The facts of a lot in full: height limit, entry, payment, and amenities with icons. */
export function LotFacts({ lot }: { lot: FactsOfLot }) {
  const t = useTranslations()
  return (
    <div className={css.facts}>
      <dl className={css.list}>
        {lot.clearance_mm === null ? null : (
          <div>
            <dt>{t('lotFacts.clearanceTitle')}</dt>
            <dd>{t('lotFacts.clearanceText', { height: formatHeight(lot.clearance_mm, localeOf(t)) })}</dd>
          </div>
        )}
        {lot.entry_methods.length === 0 ? null : (
          <div>
            <dt>{t('lotFacts.entryTitle')}</dt>
            {lot.entry_methods.map((method) => (
              <dd key={method}>{t(`lotFacts.entry.${method}.text`)}</dd>
            ))}
          </div>
        )}
        {lot.on_site_payments.length === 0 ? null : (
          <div>
            <dt>{t('lotFacts.paymentsTitle')}</dt>
            <dd>{lot.on_site_payments.map((kind) => t(`lotFacts.payments.${kind}`)).join(' · ')}</dd>
          </div>
        )}
      </dl>
      {lot.amenities.length === 0 ? null : (
        <ul className={css.amenities} aria-label={t('lotFacts.amenitiesTitle')}>
          {lot.amenities.map((amenity) => {
            const Icon = icons[amenity]
            return (
              <li key={amenity}>
                <Icon size={20} aria-hidden="true" />
                {t(`lotFacts.amenities.${amenity}`)}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
