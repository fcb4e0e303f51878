'use client'
import { Button, Checkbox } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { exportLotRoute } from '@openspot/contract/lots/lot-export.ts'
import { getLotRoute, type StaffLot, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { useState } from 'react'
import { saveFile } from '@/lib/save-file.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Buttons, Fields, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'

/** Whether the reader owns the lot or is a platform admin. */
export const isOwner = ({ role }: StaffLot) => role === null || role === 'SUPER_ADMIN'

/** Exports the lot as one file. */
export function Copy({ settings }: { settings: StaffLot }) {
  const say = words.lotSettings.copy
  const [people, setPeople] = useState(false)
  const send = useApiMutation(exportLotRoute, { client: 'admin' })
  const go = () =>
    send.mutate(
      { params: { lot_id: settings.id }, query: { people } },
      {
        onSuccess: (document) => {
          const day = document.exported_at.slice(0, 10)
          const text = JSON.stringify(document, null, 2)
          saveFile(new File([text], `${settings.name} ${day}.json`, { type: 'application/json' }))
        },
      },
    )
  return (
    <Panel title={say.title} text={say.text}>
      <Fields>
        {send.error ? <Note tone="bad" title={send.error.message} /> : null}
        {isOwner(settings) ? (
          <Checkbox
            label={say.people}
            description={say.peopleText}
            checked={people}
            onChange={(event) => setPeople(event.currentTarget.checked)}
          />
        ) : null}
        <Buttons>
          <Button variant="default" loading={send.isPending} onClick={go}>
            {say.go}
          </Button>
        </Buttons>
      </Fields>
    </Panel>
  )
}

/** Stops and resumes bookings of a lot. */
export function Retire({ settings }: { settings: StaffLot }) {
  const say = words.lotSettings.retire
  const [isConfirming, setIsConfirming] = useState(false)
  const send = useApiMutation(updateLotRoute, { client: 'admin', refresh: [getLotRoute] })
  const { is_retired } = settings
  const set = (next: boolean) =>
    send.mutate(
      { params: { lot_id: settings.id }, body: { is_retired: next } },
      {
        onSuccess: () => {
          setIsConfirming(false)
          notifications.show({ message: next ? say.isDone : say.isBack })
        },
      },
    )
  return (
    <Panel title={say.title} text={say.text}>
      <Buttons>
        {is_retired ? (
          <Button variant="default" loading={send.isPending} onClick={() => set(false)}>
            {say.back}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setIsConfirming(true)}>
            {say.go}
          </Button>
        )}
      </Buttons>
      <ConfirmDialog
        title={say.sure}
        text={say.text}
        opened={isConfirming}
        isBusy={send.isPending}
        error={send.error}
        yes={say.go}
        no={say.keep}
        onYes={() => set(true)}
        onClose={() => setIsConfirming(false)}
      />
    </Panel>
  )
}
