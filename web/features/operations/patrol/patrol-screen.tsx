'use client'
import { IconCloudOff, IconLayoutGrid, IconListCheck, IconSearch, IconSend } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { registerWorker } from '@/lib/offline/worker.ts'
import type { DevicePhoto } from '@/lib/patrol/action.ts'
import type { DeviceShift } from '@/lib/patrol/device.ts'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, NoPermission } from '@/ui/states.tsx'
import { BoardPart } from './board-part.tsx'
import { DataAge } from './data-age.tsx'
import { FinePart } from './fine-part.tsx'
import type { Answer } from './look-up.ts'
import { LookUpPart } from './look-up-part.tsx'
import { OutboxPart } from './outbox-part.tsx'
import css from './patrol.module.css'
import { TasksPart } from './tasks-part.tsx'
import { type Outbox, useOutbox } from './use-outbox.ts'
import { useShift } from './use-shift.ts'

/** The app of a patroller in one lot. Everything that it shows comes from the device, so that it works without a connection. */
export function PatrolScreen({ lot_id }: { lot_id: string }) {
  const t = useTranslations()
  const { shift, isLoading, isOffline, refused } = useShift(lot_id)
  const outbox = useOutbox(shift?.user_id ?? null)
  useEffect(() => {
    void registerWorker('/patrol')
  }, [])
  if (shift) return <Shift key={shift.shift_id} shift={shift} outbox={outbox} isOffline={isOffline} />
  return (
    <div className={css.screen}>
      <h1 className={css.title}>{t('patrol.title')}</h1>
      {isLoading ? <ListSkeleton /> : null}
      {!isLoading && refused !== null ? (
        <NoPermission sign_in={refused === 401} path={`/patrol/${lot_id}`} />
      ) : null}
      {!isLoading && refused === null ? (
        <EmptyState title={t('patrol.loadTitle')} text={t('patrol.loadText')} />
      ) : null}
    </div>
  )
}

type Tab = 'lookUp' | 'board' | 'tasks' | 'outbox'
const tabs = [
  ['lookUp', IconSearch],
  ['board', IconLayoutGrid],
  ['tasks', IconListCheck],
  ['outbox', IconSend],
] as const

function Shift({ shift, outbox, isOffline }: { shift: DeviceShift; outbox: Outbox; isOffline: boolean }) {
  const t = useTranslations()
  const [tab, setTab] = useState<Tab>('lookUp')
  const [fine, setFine] = useState<{ answer: Answer; photos: DevicePhoto[] } | null>(null)
  const [asked, setAsked] = useState({ plate: '', region: '' })
  const counts: Partial<Record<Tab, number>> = {
    tasks: shift.data.tasks.length,
    outbox: outbox.actions.filter(({ state }) => state !== 'SENT').length,
  }
  return (
    <div className={css.screen}>
      <div className={css.head}>
        <h1 className={css.title}>{shift.data.lot.name}</h1>
        <p className={css.age} role="status">
          {isOffline ? (
            <b>
              <IconCloudOff size={18} aria-hidden="true" /> {t('patrol.offline')}
            </b>
          ) : null}
          <DataAge at={shift.as_of} zone={shift.data.lot.time_zone} />
        </p>
      </div>
      {tab === 'lookUp' && fine === null ? (
        <LookUpPart
          key={asked.plate}
          shift={shift}
          outbox={outbox}
          initial={asked}
          onFine={(answer, photos) => setFine({ answer, photos })}
        />
      ) : null}
      {tab === 'lookUp' && fine ? (
        <FinePart
          shift={shift}
          outbox={outbox}
          answer={fine.answer}
          initialPhotos={fine.photos}
          onBack={() => setFine(null)}
          onDone={() => {
            setFine(null)
            setAsked({ plate: '', region: '' })
            setTab('outbox')
          }}
        />
      ) : null}
      {tab === 'board' ? <BoardPart shift={shift} /> : null}
      {tab === 'tasks' ? (
        <TasksPart
          shift={shift}
          outbox={outbox}
          onLookUp={(plate) => {
            setFine(null)
            setAsked(plate)
            setTab('lookUp')
          }}
        />
      ) : null}
      {tab === 'outbox' ? <OutboxPart shift={shift} outbox={outbox} /> : null}
      <nav className={css.tabs} aria-label={t('patrol.tabs.label')}>
        {tabs.map(([name, Icon]) => (
          <button
            key={name}
            type="button"
            aria-current={tab === name ? 'page' : undefined}
            onClick={() => setTab(name)}
          >
            <Icon size={24} aria-hidden="true" />
            <span>{t(`patrol.tabs.${name}`)}</span>
            {counts[name] ? <span className={css.count}>{counts[name]}</span> : null}
          </button>
        ))}
      </nav>
    </div>
  )
}
