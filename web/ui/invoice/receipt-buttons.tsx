'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getReceiptRoute, type Invoice, sendReceiptRoute } from '@openspot/contract/money/invoices.ts'
import { IconDownload, IconMail } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { Client } from '@/lib/api.ts'
import { useAttemptKey, withNewKey } from '@/lib/attempt-key.ts'
import { saveFile } from '@/lib/save-file.ts'
import { useApiMutation } from '@/lib/use-api.ts'

/** Whether an invoice has a receipt. */
export const isPaid = ({ status }: Pick<Invoice, 'status'>): boolean =>
  ['PAID', 'PENDING_REFUND', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(status)

const refused = ({ message }: { message: string }) => notifications.show({ color: 'red', message })

/** Downloads the receipt of an invoice. `of` names it if several buttons are adjacent. */
export function ReceiptButton({
  invoice_id,
  of,
  client = 'web',
}: {
  invoice_id: string
  of: string
  client?: Client
}) {
  const t = useTranslations()
  const read = useApiMutation(getReceiptRoute, { client })
  return (
    <Button
      variant="default"
      size="compact-md"
      aria-label={t('receipts.of', { what: of })}
      loading={read.isPending}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      onClick={() => read.mutate({ params: { invoice_id } }, { onSuccess: saveFile, onError: refused })}
    >
      {t('receipts.button')}
    </Button>
  )
}

/** Emails the receipts of all paid invoices of a reservation to its payer. */
export function SendReceiptsButton({
  reservation_id,
  client = 'web',
}: {
  reservation_id: string
  client?: Client
}) {
  const t = useTranslations()
  const send = useApiMutation(sendReceiptRoute, { client })
  const keyFor = useAttemptKey()
  const press = () =>
    send.mutate(
      { params: { reservation_id }, idempotency_key: keyFor(reservation_id) },
      {
        onSuccess: ({ to_address, invoice_ids }) => {
          // Pressing again sends it again.
          keyFor(null)
          notifications.show({
            message: t('receipts.sent', { address: to_address, count: invoice_ids.length }),
          })
        },
        onError: (error) => refused(withNewKey(error, keyFor)),
      },
    )
  return (
    <Button
      variant="default"
      size="compact-md"
      loading={send.isPending}
      leftSection={<IconMail size={16} aria-hidden="true" />}
      onClick={press}
    >
      {t('receipts.send')}
    </Button>
  )
}
