'use client'
import { Button } from '@mantine/core'
import { payInvoice } from '@openspot/contract/adjustments.ts'
import { type Invoice, listReservationInvoices } from '@openspot/contract/invoices.ts'
import { listPaymentMethods } from '@openspot/contract/payment-methods.ts'
import type { Reservation } from '@openspot/contract/reservations.ts'
import { useState } from 'react'
import { useAttemptKey, withNewKey } from '@/features/booking/attempts.ts'
import { PaymentChoice } from '@/features/booking/payment-choice.tsx'
import { stayAnswers } from '@/features/stays/stay-answers.ts'
import { useAsk, useSend } from '@/lib/use-api.ts'
import { moneyText } from '@/ui/money.tsx'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './invoices.module.css'

/** What could not be taken for a stay, and paying it: a further month, a correction, a bank debit that came back. */
export function OwedNotes({ stay }: { stay: Reservation }) {
  const invoices = useAsk(listReservationInvoices, { params: { reservation_id: stay.id } })
  const owed = invoices.data?.items.filter(({ status }) => status === 'FAILED') ?? []
  return owed.map((invoice) => <OwedNote key={invoice.id} stay={stay} invoice={invoice} />)
}

function OwedNote({ stay, invoice }: { stay: Reservation; invoice: Invoice }) {
  const say = words.invoices
  const methods = useAsk(listPaymentMethods, {})
  const [picked, setPicked] = useState<string | null>(null)
  const items = methods.data?.items ?? []
  const method = picked ?? (items.find(({ is_default }) => is_default) ?? items[0])?.id ?? null
  const send = useSend(payInvoice, { refresh: stayAnswers })
  const keyFor = useAttemptKey()
  const [isLeaving, setLeaving] = useState(false)
  const amount = moneyText(invoice.total_cents, invoice.currency)
  const pay = () => {
    if (method === null) return
    const body = { payment_method_id: method, return_path: `/me/reservations/${stay.id}` }
    send.mutate(
      { params: { invoice_id: invoice.id }, body, idempotency_key: keyFor(`${invoice.id} ${method}`) },
      {
        onSuccess: ({ next_action }) => {
          if (!next_action) return
          setLeaving(true)
          window.location.assign(next_action.url)
        },
        onError: (error) => void withNewKey(error, keyFor),
      },
    )
  }
  return (
    <Note tone="bad" title={say.owedTitle(amount)}>
      <div className={css.owed}>
        <p>{stay.is_ended ? say.owedOver : say.owedText}</p>
        {send.error ? <p role="alert">{send.error.message}</p> : null}
        <PaymentChoice methods={items} chosen={method} onChoose={setPicked} />
        <Button h={48} loading={send.isPending || isLeaving} disabled={method === null} onClick={pay}>
          {say.payNow(amount)}
        </Button>
      </div>
    </Note>
  )
}
