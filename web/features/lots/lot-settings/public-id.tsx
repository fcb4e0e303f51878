'use client'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { getLotRoute } from '@openspot/contract/lots/lots.ts'
import {
  listPublicIdsRoute,
  type PreviousPublicId,
  rotatePublicIdRoute,
} from '@openspot/contract/lots/public-ids.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import { previewPath } from '@/lib/preview.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { ActDialog } from '@/ui/act-dialog.tsx'
import { CountField } from '@/ui/count-field.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { ShareButton } from '@/ui/share/share-button.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './lot-settings.module.css'

/** Columns of the previous public IDs. */
const previousColumns = (t: Translate, zone: string): Column<PreviousPublicId>[] => [
  {
    key: 'id',
    head: t('lotSettings.publicId.columns.id'),
    cell: ({ public_id }) => <span className={css.id}>{public_id}</span>,
  },
  {
    key: 'replaced',
    head: t('lotSettings.publicId.columns.replaced'),
    cell: ({ replaced_at }) => <Moment at={replaced_at} zone={zone} />,
  },
  {
    key: 'state',
    head: t('lotSettings.publicId.columns.state'),
    cell: ({ still_leads, leads_until }) =>
      t.rich(still_leads ? 'lotSettings.publicId.leads' : 'lotSettings.publicId.dead', {
        time: tag(<Moment at={leads_until} zone={zone} inside />),
      }),
  },
  { key: 'by', head: t('lotSettings.publicId.columns.by'), cell: ({ replaced_by }) => replaced_by?.name },
]

/** The current public ID of a lot, used in its links and signs, and the previous ones. */
export function PublicId({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const answer = useApiQuery(listPublicIdsRoute, { params: { lot_id: lot.id } }, { client: 'admin' })
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <Panel title={t('lotSettings.publicId.title')} text={t('lotSettings.publicId.text')}>
      <QueryState answer={answer} rows={2} />
      {answer.data ? (
        <div className={css.list}>
          <p className={css.id}>{answer.data.public_id}</p>
          <Buttons>
            <Button
              component={Link}
              variant="default"
              href={previewPath(`/l/${answer.data.public_id}`, { lot_id: lot.id, section: 'settings' })}
            >
              {t('lotSettings.publicId.open')}
            </Button>
            <ShareButton
              shared={{ lot_id: lot.id, path: `/l/${answer.data.public_id}`, title: lot.name }}
              size="md"
            />
            <Button variant="default" onClick={() => setIsConfirming(true)}>
              {t('lotSettings.publicId.rotate')}
            </Button>
          </Buttons>
          {answer.data.previous.length > 0 ? (
            <DataTable
              label={t('lotSettings.publicId.previous')}
              columns={previousColumns(t, lot.time_zone)}
              rows={answer.data.previous}
              keyOf={({ public_id }) => public_id}
            />
          ) : (
            <p className={css.quiet}>{t('lotSettings.publicId.none')}</p>
          )}
        </div>
      ) : null}
      {isConfirming && answer.data ? (
        <RotateDialog
          lot_id={lot.id}
          public_id={answer.data.public_id}
          onClose={() => setIsConfirming(false)}
        />
      ) : null}
    </Panel>
  )
}

function RotateDialog({
  lot_id,
  public_id,
  onClose,
}: {
  lot_id: string
  public_id: string
  onClose: () => void
}) {
  const t = useTranslations()
  const [grace_days, setGrace] = useState<number | null>(30)
  const send = useApiMutation(rotatePublicIdRoute, {
    client: 'admin',
    refresh: [listPublicIdsRoute, getLotRoute],
  })
  const go = () =>
    send.mutate(
      { params: { lot_id }, body: { public_id, grace_days: grace_days ?? 0 } },
      {
        onSuccess: () => {
          onClose()
          notifications.show({ message: t('lotSettings.publicId.done') })
        },
      },
    )
  return (
    <ActDialog
      title={t('lotSettings.publicId.rotateTitle')}
      text={t('lotSettings.publicId.rotateText')}
      fault={send.error?.message ?? null}
      go={t('lotSettings.publicId.go')}
      isBusy={send.isPending}
      isDanger
      isReady={grace_days !== null}
      onGo={go}
      onClose={onClose}
    >
      <CountField
        label={t('lotSettings.publicId.grace')}
        description={t('lotSettings.publicId.graceText')}
        unit={t('lotSettings.policies.days')}
        value={grace_days}
        max={90}
        onChange={setGrace}
      />
    </ActDialog>
  )
}
