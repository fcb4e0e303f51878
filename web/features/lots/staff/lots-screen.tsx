'use client'
import { Button } from '@mantine/core'
import type { Output } from '@openspot/contract/call.ts'
import { listMyMembershipsRoute } from '@openspot/contract/identity/users.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '@/lib/use-api.ts'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { SpotMark } from '@/ui/spot/spot-mark.tsx'
import { EmptyState } from '@/ui/states.tsx'
import css from './staff.module.css'

/**
 * The lots the person works for. Lots in which they are only a member are omitted, because the console has nothing for
 * them.
 */
export function LotsScreen({ initial }: { initial: Output<typeof listMyMembershipsRoute> | null }) {
  const t = useTranslations()
  const memberships = useApiQuery(
    listMyMembershipsRoute,
    {},
    { client: 'admin', initialData: initial ?? undefined },
  )
  const lots = (memberships.data?.items ?? []).filter(
    (one) => one.status === 'ACTIVE' && one.role !== 'MEMBER',
  )
  return (
    <>
      <PageHead
        title={t('staff.lots.title')}
        action={
          <Button component={Link} variant="default" href="/lots/new">
            {t('lotSettings.add.title')}
          </Button>
        }
      />
      <QueryState answer={memberships} rows={3} />
      {memberships.data && lots.length === 0 ? (
        <EmptyState title={t('staff.lots.emptyTitle')} text={t('staff.lots.emptyText')} />
      ) : null}
      <ul className={css.lots}>
        {lots.map((lot) => (
          <li key={lot.id} className={css.lot}>
            <SpotMark size={32} />
            <div>
              <Link href={`/lots/${lot.lot_id}/monitor`}>{lot.lot_name}</Link>
              <p>{t(`staff.roles.${lot.role}`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
