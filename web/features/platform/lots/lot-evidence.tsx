import { listLotPhotosRoute } from '@openspot/contract/lots/lot-photos.ts'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import type { PlatformLot } from '@openspot/contract/platform/lots.ts'
import Link from 'next/link'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { EmailText } from '@/ui/email-text.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { LotMap } from '@/ui/map/lot-map.tsx'
import { Facts } from '@/ui/panel.tsx'
import { rateText } from '@/ui/rate-text.ts'
import { Day } from '@/ui/time.tsx'
import { addressOf } from './lot-texts.ts'
import css from './lots.module.css'

/** What a decision about a lot is made by: who owns it, where it is, what it looks like, and what it sells. */
export function LotEvidence({ lot, zone }: { lot: PlatformLot; zone: string }) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const detail = useApiQuery(getLotRoute, { params }, { client: 'admin' })
  const pictures = useApiQuery(listLotPhotosRoute, { params }, { client: 'admin' })
  const { data } = detail
  const shapes = useMemo(() => (data ? [{ ...data, label: null, cents: 0 }] : []), [data])
  const photos = pictures.data?.photos ?? []
  const rates = data ? rateText(t, data.price_configuration, data.price_configuration.currency) : ''
  return (
    <>
      <Facts
        items={[
          [t('lotReviews.column'), t(`lotReviews.levels.${lot.trust_level}`)],
          [t('lotReviews.owners'), <Owners key="owners" lot={lot} />],
          [t('lotReviews.address'), addressOf(lot)],
          [t('lotReviews.spots'), lot.spot_count],
          [
            t('lotReviews.prices'),
            lot.gaps.includes('PRICE') ? t('lotReviews.noPrices') : rates || t('lotReviews.spotPrices'),
          ],
          [t('lotReviews.created'), <Day key="created" at={lot.created_at} zone={zone} />],
          [t('lotReviews.lastReason'), lot.trust_reason],
        ]}
      />
      <QueryState answer={detail} rows={2} />
      {data ? (
        <section className={css.map} aria-label={t('lotReviews.map')}>
          <LotMap lots={shapes} chosen={data.id} zoom={16} />
        </section>
      ) : null}
      {pictures.data && photos.length === 0 ? <p className={css.quiet}>{t('lotReviews.noPhotos')}</p> : null}
      {photos.length > 0 ? (
        <ul className={css.photos} aria-label={t('lotReviews.photos')}>
          {photos.map(({ id, url, thumbnail_url, caption }, at) => (
            <li key={id}>
              <a href={url} target="_blank" rel="noopener">
                {/* oxlint-disable-next-line next/no-img-element -- small and encoded already */}
                <img
                  src={thumbnail_url}
                  alt={caption || t('photos.photo', { number: at + 1 })}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      <p className={css.links}>
        <Link href={`/l/${lot.public_id}`} target="_blank">
          {t('lotReviews.openPage')}
        </Link>
        <Link href={`/lots/${lot.id}`} target="_blank">
          {t('lotReviews.openConsole')}
        </Link>
      </p>
    </>
  )
}

function Owners({ lot: { owners } }: { lot: PlatformLot }) {
  const t = useTranslations()
  if (owners.length === 0) return t('people.noOwner')
  return (
    <span className={css.owners}>
      {owners.map(({ user_id, name, email }) => (
        <span key={user_id}>
          <Link href={`/platform/users/${user_id}`}>{name || email || t('people.noName')}</Link>
          {email && email !== name ? (
            <small>
              <EmailText email={email} />
            </small>
          ) : null}
        </span>
      ))}
    </span>
  )
}
