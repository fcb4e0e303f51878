'use client'
import { searchLotSpotsRoute } from '@openspot/contract/lots/lots.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { whenInput } from '@/lib/when.ts'
import { Choice } from '@/ui/choice.tsx'
import { moneyText } from '@/ui/money.tsx'
import { MoneyField } from '@/ui/money-field.tsx'
import { Fields, Panel } from '@/ui/panel.tsx'
import type { NewReservation } from './new-reservation.ts'

/** The payer and the price: the lot's price, or one set by staff. */
export function PriceFields({
  reservation,
  isAny,
  lot,
  fault,
  onChange,
}: {
  reservation: NewReservation
  isAny: boolean
  lot: ConsoleLot
  fault: string | null
  onChange: (part: Partial<NewReservation>) => void
}) {
  const t = useTranslations()
  const usual = useUsualPrice(reservation, isAny, lot)
  return (
    <Panel title={t('staffReservations.create.price')}>
      <Fields>
        <Choice
          name="payment_kind"
          legend={t('staffReservations.create.price')}
          value={reservation.payment_kind}
          onChange={(value) => onChange({ payment_kind: value === 'NONE' ? 'NONE' : 'STRIPE' })}
          options={[
            { value: 'STRIPE', content: t('staffReservations.create.paymentKinds.STRIPE') },
            { value: 'NONE', content: t('staffReservations.create.paymentKinds.NONE') },
          ]}
        />
        {reservation.payment_kind === 'STRIPE' ? (
          <MoneyField
            label={t('staffReservations.create.amount')}
            text={reservation.price}
            currency={lot.currency}
            description={
              usual === null
                ? t('staffReservations.create.amountText')
                : t('staffReservations.create.usual', { amount: moneyText(t, usual, lot.currency) })
            }
            error={fault}
            onChange={(price) => onChange({ price })}
          />
        ) : null}
      </Fields>
    </Panel>
  )
}

/** Returns the lot's price of an upcoming reservation; null if unknown. For any spot, it is the cheapest. */
function useUsualPrice(
  { when, spot_id, type }: NewReservation,
  isAny: boolean,
  lot: ConsoleLot,
): number | null {
  const { now } = useClock()
  const spots = useApiQuery(
    searchLotSpotsRoute,
    { query: { lot_id: lot.id, ...whenInput(when), ...(isAny && type ? { types: type } : {}) } },
    { client: 'admin', enabled: minutesOf(when.starts_at) > minutesOf(now) },
  )
  const prices = (spots.data?.items ?? [])
    .filter(({ id }) => isAny || id === spot_id)
    .flatMap(({ price }) => price?.total_cents ?? [])
  return prices.length > 0 ? Math.min(...prices) : null
}
