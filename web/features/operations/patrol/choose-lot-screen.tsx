'use client'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { registerWorker } from '@/lib/offline/worker.ts'
import { listShifts } from '@/lib/patrol/device.ts'
import { keepShell } from '@/lib/patrol/shell.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { EmptyState, NoPermission, Note } from '@/ui/states.tsx'
import css from './patrol.module.css'

const staffRoles = ['PATROLLER', 'ADMIN', 'SUPER_ADMIN']

/** The lots that the reader may patrol; without a connection, those on this device. */
export function ChooseLotScreen() {
  const t = useTranslations()
  const memberships = useApiQuery(listMyMembershipsRoute, {}, { client: 'admin' })
  const [kept, setKept] = useState<{ id: string; name: string }[]>([])
  useEffect(() => {
    void registerWorker('/patrol')
    void listShifts().then((shifts) => setKept(shifts.map(({ data }) => data.lot)))
  }, [])
  useEffect(() => {
    if (memberships.isSuccess) void keepShell()
  }, [memberships.isSuccess])
  if (memberships.error && memberships.error.status === 401)
    return (
      <div className={css.screen}>
        <h1 className={css.title}>{t('patrol.title')}</h1>
        <NoPermission sign_in path="/patrol" />
      </div>
    )
  const mine = memberships.data?.items.filter(
    (one) => one.status === 'ACTIVE' && staffRoles.includes(one.role),
  )
  const isOffline = !memberships.data && (memberships.isError || memberships.isPaused)
  const lots =
    mine?.map(({ lot_id, lot_name }) => ({ id: lot_id, name: lot_name })) ?? (isOffline ? kept : [])
  return (
    <div className={css.screen}>
      <h1 className={css.title}>{t('patrol.chooseTitle')}</h1>
      <p className={css.quiet}>{t('patrol.chooseText')}</p>
      {isOffline ? (
        <Note title={t('patrol.offlineTitle')}>
          <p>{t('patrol.offlineText')}</p>
        </Note>
      ) : (
        <QueryState answer={memberships} />
      )}
      {mine?.length === 0 ? <EmptyState title={t('patrol.emptyTitle')} text={t('patrol.emptyText')} /> : null}
      <ul className={css.list}>
        {lots.map(({ id, name }) => (
          <li key={id}>
            {/* A page of its own, so that it can be opened without a connection. */}
            <a className={css.lot} href={`/patrol/${id}`}>
              <b>{name}</b>
              {kept.some((each) => each.id === id) ? <span>{t('patrol.onDevice')}</span> : null}
            </a>
          </li>
        ))}
      </ul>
      <p>
        <Link href="/lots">{t('common.myLots')}</Link>
      </p>
    </div>
  )
}
