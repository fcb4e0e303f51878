'use client'
import { Button, Checkbox } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { exportLotRoute } from '@openspot/contract/lots/lot-export.ts'
import { getLotRoute, type StaffLot, updateLotRoute } from '@openspot/contract/lots/lots.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveFile } from '@/lib/save-file.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { Buttons, Fields, Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'

/** Whether the reader owns the lot or is a platform admin. */
export const isOwner = ({ role }: StaffLot) => role === null || role === 'SUPER_ADMIN'

/** Exports the lot as one file. */
export function Copy({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
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
    <Panel title={t('lotSettings.copy.title')} text={t('lotSettings.copy.text')}>
      <Fields>
        {send.error ? <Note tone="bad" title={send.error.message} /> : null}
        {isOwner(settings) ? (
          <Checkbox
            label={t('lotSettings.copy.people')}
            description={t('lotSettings.copy.peopleText')}
            checked={people}
            onChange={(event) => setPeople(event.currentTarget.checked)}
          />
        ) : null}
        <Buttons>
          <Button variant="default" loading={send.isPending} onClick={go}>
            {t('lotSettings.copy.go')}
          </Button>
        </Buttons>
      </Fields>
    </Panel>
  )
}

/** Stops and resumes bookings of a lot. */
export function Retire({ settings }: { settings: StaffLot }) {
  const t = useTranslations()
  const [isConfirming, setIsConfirming] = useState(false)
  const send = useApiMutation(updateLotRoute, { client: 'admin', refresh: [getLotRoute] })
  const { is_retired } = settings
  const set = (next: boolean) =>
    send.mutate(
      { params: { lot_id: settings.id }, body: { is_retired: next } },
      {
        onSuccess: () => {
          setIsConfirming(false)
          notifications.show({
            message: next ? t('lotSettings.retire.isDone') : t('lotSettings.retire.isBack'),
          })
        },
      },
    )
  return (
    <Panel title={t('lotSettings.retire.title')} text={t('lotSettings.retire.text')}>
      <Buttons>
        {is_retired ? (
          <Button variant="default" loading={send.isPending} onClick={() => set(false)}>
            {t('lotSettings.retire.back')}
          </Button>
        ) : (
          <Button variant="default" onClick={() => setIsConfirming(true)}>
            {t('lotSettings.retire.go')}
          </Button>
        )}
      </Buttons>
      <ConfirmDialog
        title={t('lotSettings.retire.sure')}
        text={t('lotSettings.retire.text')}
        opened={isConfirming}
        isBusy={send.isPending}
        error={send.error}
        yes={t('lotSettings.retire.go')}
        no={t('lotSettings.retire.keep')}
        onYes={() => set(true)}
        onClose={() => setIsConfirming(false)}
      />
    </Panel>
  )
}
