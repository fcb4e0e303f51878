'use client'
import { searchLotSpotsRoute } from '@openspot/contract/lots/lots.ts'
import { minutesOf } from '@openspot/core/time/instant.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { whenInput } from '@/lib/when.ts'
import { Choice } from '@/ui/choice.tsx'
import { moneyText } from '@/ui/money.tsx'
import { MoneyField } from '@/ui/money-field.tsx'
import { Fields, Panel } from '@/ui/panel.tsx'
import { words } from '@/words/index.ts'
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
  const say = words.staffReservations.create
  const usual = useUsualPrice(reservation, isAny, lot)
  return (
    <Panel title={say.price}>
      <Fields>
        <Choice
          name="payment_kind"
          legend={say.price}
          value={reservation.payment_kind}
          onChange={(value) => onChange({ payment_kind: value === 'NONE' ? 'NONE' : 'STRIPE' })}
          options={[
            { value: 'STRIPE', content: say.paymentKinds.STRIPE },
            { value: 'NONE', content: say.paymentKinds.NONE },
          ]}
        />
        {reservation.payment_kind === 'STRIPE' ? (
          <MoneyField
            label={say.amount}
            text={reservation.price}
            currency={lot.currency}
            description={usual === null ? say.amountText : say.usual(moneyText(usual, lot.currency))}
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
