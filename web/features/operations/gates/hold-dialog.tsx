import { NativeSelect, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { type Gate, holdGateOpenRoute, listStaffGatesRoute } from '@openspot/contract/operations/gates.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { lengthText } from '@/ui/figures.ts'

/** Up to the longest that the server accepts. */
const hours = [1, 2, 4, 8, 12] as const

/** Holds a gate open for a while, for a delivery or an event. */
export function HoldDialog({ lot, gate, onClose }: { lot: ConsoleLot; gate: Gate; onClose: () => void }) {
  const t = useTranslations()
  const { now } = useClock()
  const [length, setLength] = useState('1')
  const [note, setNote] = useState('')
  const hold = useApiMutation(holdGateOpenRoute, { client: 'admin', refresh: [listStaffGatesRoute] })
  const { name } = gate
  return (
    <ActDialog
      title={t('gates.hold.title', { name })}
      text={t('gates.hold.text')}
      fault={hold.error?.message ?? null}
      go={t('gates.hold.go')}
      isBusy={hold.isPending}
      isReady={note.trim() !== ''}
      onGo={() =>
        hold.mutate(
          {
            params: { lot_id: lot.id, gate_id: gate.id },
            body: {
              until: new Date(Date.parse(now) + Number(length) * 3_600_000 - 1_000).toISOString(),
              note: note.trim(),
            },
          },
          {
            onSuccess: () => {
              notifications.show({ message: t('gates.hold.done', { name }) })
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <NativeSelect
        label={t('gates.hold.for')}
        value={length}
        data={hours.map((one) => ({ value: String(one), label: lengthText(t, one, 'hour') }))}
        onChange={(event) => setLength(event.currentTarget.value)}
      />
      <TextInput
        label={t('gates.hold.note')}
        maxLength={200}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </ActDialog>
  )
}
