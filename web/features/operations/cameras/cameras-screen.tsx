'use client'
import { Button } from '@mantine/core'
import { type Camera, listCamerasRoute } from '@openspot/contract/operations/cameras.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { previewPath } from '@/lib/preview.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { ShareButton } from '@/ui/share/share-button.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { CameraCard } from './camera-card.tsx'
import { CameraDialog } from './camera-dialog.tsx'
import css from './cameras.module.css'

/** The cameras of a lot: their settings, secret addresses, and health. */
export function CamerasScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const answer = useApiQuery(
    listCamerasRoute,
    { params: { lot_id: lot.id } },
    { client: 'admin', everySeconds: 60 },
  )
  useLotEvents(lot.id, [listCamerasRoute])
  const [edited, setEdited] = useState<Camera | 'new' | null>(null)
  const [shown, setShown] = useState<{ name: string; address: string } | null>(null)
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}/cameras`} />
  }
  const cameras = answer.data?.items ?? []
  // A platform admin sees the cameras and their health, but changes nothing here.
  const mayChange = lot.role !== null && lot.is_admin
  const add = mayChange ? <Button onClick={() => setEdited('new')}>{t('cameras.add')}</Button> : null
  return (
    <>
      <PageHead
        title={t('cameras.title')}
        text={t('cameras.text')}
        action={cameras.length > 0 ? add : null}
      />
      <QueryState answer={answer} />
      {answer.data && cameras.length === 0 ? (
        <EmptyState title={t('cameras.emptyTitle')} text={t('cameras.emptyText')} action={add} />
      ) : null}
      <div className={css.list}>
        {cameras.map((camera) => (
          <CameraCard
            key={camera.id}
            lot={lot}
            camera={camera}
            mayChange={mayChange}
            onEdit={() => setEdited(camera)}
            onAddress={setShown}
          />
        ))}
      </div>
      {cameras.some(({ is_active }) => is_active) ? (
        <p className={css.policy}>
          <Link href={previewPath(`/l/${lot.public_id}/cameras`, { lot_id: lot.id, section: 'cameras' })}>
            {t('cameras.policy')}
          </Link>
          {lot.is_admin ? (
            <ShareButton
              shared={{
                lot_id: lot.id,
                path: `/l/${lot.public_id}/cameras`,
                title: t('signs.leadsTo.CAMERA_POLICY'),
              }}
              text={t('cameras.shareText')}
              size="compact-sm"
            />
          ) : null}
        </p>
      ) : null}
      {edited ? (
        <CameraDialog
          lot={lot}
          camera={edited === 'new' ? null : edited}
          onAddress={setShown}
          onClose={() => setEdited(null)}
        />
      ) : null}
      {shown ? <AddressDialog {...shown} onClose={() => setShown(null)} /> : null}
    </>
  )
}
