'use client'
import { getLotSetupRoute } from '@openspot/contract/lots/lot-setup.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import css from './not-listed.module.css'

/** Why drivers don't find or can't book spots of a lot, each reason with the page where it is changed. Nothing if they can. */
export function NotListed({ lot, unpriced }: { lot: ConsoleLot; unpriced: number }) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const setup = useApiQuery(getLotSetupRoute, { params }, { client: 'admin', enabled: lot.is_admin }).data
  const level = setup?.trust_level
  // Search never shows a private lot.
  const held = level === 'BLOCKED' || (level === 'NEW' && !setup?.is_private) ? level : null
  if (unpriced === 0 && held === null) return null
  return (
    <ul className={css.reasons}>
      {unpriced > 0 ? (
        <li>
          {t('spot.notListed.unpriced', { count: unpriced })}{' '}
          {lot.is_admin ? <Link href={pricesPath(lot.id)}>{t('spot.notListed.prices')}</Link> : null}
        </li>
      ) : null}
      {held === null ? null : (
        <li>
          {t(`spot.notListed.${held}`)}{' '}
          <Link href={`/lots/${lot.id}/setup`}>{t('spot.notListed.setup')}</Link>
        </li>
      )}
    </ul>
  )
}

const pricesPath = (lot_id: string): string => `/lots/${lot_id}/prices`

/** That a spot lacks a price; for who may set one, with the way there. */
export function NoPrice({ lot }: { lot: Pick<ConsoleLot, 'id' | 'is_admin'> }) {
  const t = useTranslations()
  if (!lot.is_admin) return t('spot.notListed.noPrice')
  return <Link href={pricesPath(lot.id)}>{t('spot.notListed.prices')}</Link>
}
