'use client'
import { Button } from '@mantine/core'
import { listGatesRoute, listStaffGatesRoute, type StaffGate } from '@openspot/contract/operations/gates.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useApiQuery } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { FilterChip } from '@/ui/filter-chip.tsx'
import { QueryState } from '@/ui/list-frame.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { GateCard } from './gate-card.tsx'
import { GateDialog } from './gate-dialog.tsx'
import css from './gates.module.css'

/** The gates of a lot: their state and health, opening, and settings. */
export function GatesScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const params = { lot_id: lot.id }
  const every = { client: 'admin', everySeconds: 30 } as const
  const withSettings = useApiQuery(listStaffGatesRoute, { params }, { ...every, enabled: lot.is_admin })
  const withoutSettings = useApiQuery(listGatesRoute, { params }, { ...every, enabled: !lot.is_admin })
  const answer = lot.is_admin ? withSettings : withoutSettings
  useLotEvents(lot.id, [listStaffGatesRoute, listGatesRoute])
  const [{ offline }, change] = useAddress(['offline'])
  const [edited, setEdited] = useState<StaffGate | 'new' | null>(null)
  if (answer.error && [401, 403].includes(answer.error.status)) {
    return <NoPermission sign_in={answer.error.status === 401} path={`/lots/${lot.id}/gates`} />
  }
  const all = answer.data?.items ?? []
  const gates = offline === 'true' ? all.filter(({ is_reachable }) => is_reachable === false) : all
  const settingsOf = (id: string) => withSettings.data?.items.find((gate) => gate.id === id) ?? null
  // A platform admin can correct the settings of a gate, but not open it, nor add or delete one.
  const mayChange = lot.role !== null
  return (
    <>
      <PageHead
        title={t('gates.title')}
        text={t('gates.text')}
        action={
          mayChange && lot.is_admin ? (
            <Button onClick={() => setEdited('new')}>{t('gates.add')}</Button>
          ) : null
        }
      />
      <QueryState answer={answer} />
      {answer.data && all.length === 0 ? (
        <EmptyState title={t('gates.emptyTitle')} text={t('gates.emptyText')} />
      ) : null}
      {all.length > 0 ? (
        <p className={css.filter}>
          <FilterChip
            label={t('gates.show')}
            any={t('gates.all')}
            values={['true']}
            value={offline === 'true' ? 'true' : null}
            textOf={() => t('gates.offlineOnly')}
            onChange={(next) => change({ offline: next })}
          />
        </p>
      ) : null}
      {all.length > 0 && gates.length === 0 ? (
        <EmptyState
          title={t('gates.noneOffline')}
          text={t('gates.text')}
          action={
            <Button variant="default" onClick={() => change({ offline: null })}>
              {t('gates.showAll')}
            </Button>
          }
        />
      ) : null}
      <div className={css.gates}>
        {gates.map((gate) => (
          <GateCard
            key={gate.id}
            lot={lot}
            gate={gate}
            settings={settingsOf(gate.id)}
            mayChange={mayChange}
            onEdit={() => setEdited(settingsOf(gate.id))}
          />
        ))}
      </div>
      {edited ? (
        <GateDialog lot={lot} gate={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      ) : null}
    </>
  )
}
