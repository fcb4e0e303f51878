'use client'
import { Button, SegmentedControl } from '@mantine/core'
import {
  listCalendarPricesRoute,
  listPricePeriodsRoute,
  listZonesRoute,
} from '@openspot/contract/booking/prices.ts'
import { getLotRoute, type StaffLot } from '@openspot/contract/lots/lots.ts'
import { isOneOf } from '@openspot/core/enums.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { PageHead } from '@/ui/page-head.tsx'
import { NoPermission } from '@/ui/states.tsx'
import { BasePrices } from './base-prices.tsx'
import { CalendarPrices } from './calendar-prices.tsx'
import { PriceMonth } from './price-month.tsx'
import { guidancePath, priceTabs } from './price-paths.ts'
import css from './prices.module.css'
import { usePricesView } from './use-prices-view.ts'
import { Zones } from './zones.tsx'

const watched = [getLotRoute, listZonesRoute, listCalendarPricesRoute, listPricePeriodsRoute]

/** The prices of a lot: base prices, zone prices, and calendar prices. */
export function PricesScreen({ lot, initial }: { lot: ConsoleLot; initial: StaffLot }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const [{ tab, show, on }, change, today] = usePricesView(lot.time_zone)
  const answer = useApiQuery(
    getLotRoute,
    { params: { lot_id: lot.id } },
    { client: 'admin', initialData: initial },
  )
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}/prices`} />
  }
  return (
    <>
      <PageHead
        title={t('prices.title')}
        action={
          <div className={css.tools}>
            {lot.is_admin ? (
              <Button component={Link} variant="default" size="sm" href={guidancePath(lot.id)}>
                {t('priceGuidance.open')}
              </Button>
            ) : null}
            <SegmentedControl
              aria-label={t('prices.tab')}
              value={tab}
              onChange={(next) => isOneOf(priceTabs, next) && change({ tab: next })}
              data={priceTabs.map((value) => ({ value, label: t(`prices.tabs.${value}`) }))}
            />
          </div>
        }
      />
      <div className={css.screen}>
        {tab === 'base' ? <BasePrices lot={lot} settings={answer.data ?? initial} /> : null}
        {tab === 'zones' ? <Zones lot={lot} /> : null}
        {tab === 'calendar' ? (
          <>
            {lot.is_admin ? (
              <CalendarPrices lot={lot} show={show} onShow={(next) => change({ show: next })} />
            ) : null}
            <PriceMonth lot={lot} on={on} today={today} onDay={(day) => change({ on: day })} />
          </>
        ) : null}
      </div>
    </>
  )
}
