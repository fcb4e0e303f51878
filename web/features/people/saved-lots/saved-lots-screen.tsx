'use client'
import { Button } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import {
  listSavedLotsRoute,
  removeSavedLotRoute,
  type SavedLot,
  saveLotRoute,
} from '@openspot/contract/people/saved-lots.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { RatingSummary } from '@/ui/lot/stars.tsx'
import { LotLogo } from '@/ui/lot-logo.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { useUndo } from '@/ui/undo/use-undo.tsx'
import css from './saved-lots.module.css'

const refresh = [listSavedLotsRoute]

/** The lots that the driver saved. */
export function SavedLotsScreen({ initial }: { initial: Output<typeof listSavedLotsRoute> | null }) {
  const t = useTranslations()
  const saved = useApiQuery(listSavedLotsRoute, {}, { initialData: initial ?? undefined })
  const remove = useApiMutation(removeSavedLotRoute, { refresh })
  const save = useApiMutation(saveLotRoute, { refresh })
  const undo = useUndo()
  if (saved.error?.status === 401) return <NoPermission sign_in path="/me/saved" />
  const items = saved.data?.items ?? []
  const drop = ({ id, name }: SavedLot) => {
    const input = { params: { lot_id: id } }
    remove.mutate(input, {
      onSuccess: () => {
        // The button is gone with its row.
        document.getElementById('content')?.focus()
        undo.done(t('savedLots.removed', { name }), () => save.mutateAsync(input))
      },
      onError: undo.failed,
    })
  }
  return (
    <>
      <PageHead title={t('savedLots.title')} />
      <QueryState answer={saved} rows={2} />
      {saved.data && items.length === 0 ? (
        <EmptyState
          title={t('savedLots.emptyTitle')}
          text={t('savedLots.emptyText')}
          action={
            <Button component={Link} href="/" prefetch={false} h={48}>
              {t('common.findParking')}
            </Button>
          }
        />
      ) : null}
      <ul className={css.list}>
        {items.map((lot) => (
          <SavedRow key={lot.id} lot={lot} onRemove={() => drop(lot)} />
        ))}
      </ul>
    </>
  )
}

function SavedRow({ lot, onRemove }: { lot: SavedLot; onRemove: () => void }) {
  const t = useTranslations()
  return (
    <li className={css.lot}>
      {lot.cover_photo_url ? (
        // oxlint-disable-next-line next/no-img-element -- our own picture, small and encoded already
        <img className={css.photo} src={lot.cover_photo_url} alt="" width={96} height={72} loading="lazy" />
      ) : (
        <LotLogo url={lot.logo_url} size={40} />
      )}
      <div className={css.what}>
        <h2>
          <Link href={`/l/${lot.public_id}`} prefetch={false}>
            <bdi>{lot.name}</bdi>
          </Link>
        </h2>
        <p>
          <bdi>{[lot.street, lot.city].filter(Boolean).join(', ')}</bdi>
        </p>
        <RatingSummary lot={lot} />
      </div>
      <Button variant="subtle" aria-label={`${t('common.remove')}: ${lot.name}`} onClick={onRemove}>
        {t('common.remove')}
      </Button>
    </li>
  )
}
