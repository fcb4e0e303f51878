'use client'
import { Button } from '@mantine/core'
import type { PublicLot } from '@openspot/contract/lots/lots.ts'
import { directionsUrl } from '@openspot/core/geo/directions.ts'
import { IconRoute } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { LotMap } from '@/ui/map/lot-map.tsx'
import { WhenNear } from '@/ui/when-near.tsx'
import css from './lots.module.css'

/** The location of the lot, with directions. */
export function LotLocation({ lot }: { lot: PublicLot }) {
  const t = useTranslations()
  const lots = useMemo(() => [{ ...lot, label: null, cents: 0 }], [lot])
  return (
    <section className={css.section}>
      <h2>{t('lot.where')}</h2>
      <WhenNear className={css.map}>
        <LotMap lots={lots} chosen={lot.id} zoom={16} />
      </WhenNear>
      <Button
        component="a"
        href={directionsUrl(lot)}
        target="_blank"
        rel="noopener"
        variant="default"
        leftSection={<IconRoute size={18} aria-hidden="true" />}
      >
        {t('lot.directions')}
      </Button>
    </section>
  )
}
