'use client'
import type { Reservation } from '@openspot/contract/booking/reservations.ts'
import { listReservationInvoicesRoute } from '@openspot/contract/money/invoices.ts'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiQuery } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { Note } from '@/ui/states.tsx'

/** How long a refund is still news: banks take up to 10 business days. */
const NEWS_DAYS = 16

/** After a cancellation or an early end: what comes back, and when the bank shows it. */
export function RefundNote({ reservation }: { reservation: Reservation }) {
  const t = useTranslations()
  const { now } = useClock()
  const { status, canceled_at, ends_at } = reservation
  const leftAt = canceled_at ?? ends_at
  const isNews = leftAt !== null && Date.parse(now) - Date.parse(leftAt) < NEWS_DAYS * 86_400_000
  const invoices = useApiQuery(
    listReservationInvoicesRoute,
    { params: { reservation_id: reservation.id } },
    { enabled: isNews },
  )
  const items = invoices.data?.items ?? []
  const [first] = items
  const refund_cents = items.reduce((sum, one) => sum + one.refunded_cents + one.refund_pending_cents, 0)
  const canceled = status === 'CANCELED' ? t('driver.cancelled') : null
  if (!isNews || !first || refund_cents === 0) {
    return canceled ? <Note tone="plain" title={canceled} /> : null
  }
  const amount = t('driver.refundTitle', { amount: moneyText(t, refund_cents, first.currency) })
  return (
    <Note tone="plain" title={canceled ?? amount}>
      {canceled ? <p>{amount}</p> : null}
      <p>{t('driver.refundText')}</p>
    </Note>
  )
}
