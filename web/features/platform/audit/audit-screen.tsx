'use client'
import { Button, Modal } from '@mantine/core'
import {
  type AuditEntry,
  listLotAuditRoute,
  listPlatformAuditRoute,
} from '@openspot/contract/platform/audit.ts'
import { useState } from 'react'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { type PageQuery, usePages } from '@/lib/use-pages.ts'
import { ListCsv } from '@/ui/list-csv.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { Facts } from '@/ui/panel.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import { words } from '@/words/index.ts'
import css from './audit.module.css'
import { auditColumns, auditCsv, things, whoOf } from './audit-columns.tsx'

const say = words.audit
const client = 'admin' as const

/**
 * The audit log of one lot or of the platform. Loaded once rather than polled, because each read is itself recorded.
 */
export function AuditScreen({ lot }: { lot: { id: string; time_zone: string } | null }) {
  const { reader_zone = 'UTC' } = useClock()
  const zone = lot?.time_zone ?? reader_zone
  const [{ thing, actor, subject }, change] = useAddress(['thing', 'actor', 'subject'])
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const filter = {
    ...(thing ? { action: thing } : {}),
    ...(actor ? { actor_user_id: actor } : {}),
    ...(subject ? { subject_id: subject } : {}),
  }
  const query = (page: PageQuery) => ({ ...page, ...filter })
  const once = { client, everySeconds: 0 }
  const ofLot = usePages(
    listLotAuditRoute,
    (page) => ({ params: { lot_id: lot?.id ?? '' }, query: query(page) }),
    ({ next_cursor }) => next_cursor,
    { ...once, enabled: lot !== null },
  )
  const ofAll = usePages(
    listPlatformAuditRoute,
    (page) => ({ query: query(page) }),
    ({ next_cursor }) => next_cursor,
    { ...once, enabled: lot === null },
  )
  const isNarrowed = Object.keys(filter).length > 0
  const clear = () => change({ thing: null, actor: null, subject: null })
  return (
    <>
      <PageHead title={say.title} text={lot ? say.lotText : say.platformText} />
      <PagedList
        label={say.title}
        pages={lot ? ofLot : ofAll}
        columns={auditColumns({ zone, withLot: lot === null, onOpen: setOpen })}
        more={say.more}
        bar={
          <>
            <MenuChip
              label={say.things}
              value={thing ? say.thing(thing) : say.anyThing}
              choices={[null, ...things].map((value) => ({
                text: value === null ? say.anyThing : say.thing(value),
                chosen: value === thing,
                choose: () => change({ thing: value }),
              }))}
            />
            {actor || subject ? (
              <Button variant="default" size="xs" onClick={() => change({ actor: null, subject: null })}>
                {say.everyone}
              </Button>
            ) : null}
            <BarSpace />
            <ListCsv
              label={say.csv}
              name="audit"
              columns={auditCsv}
              readPage={(page) =>
                lot
                  ? callApi(listLotAuditRoute, { params: { lot_id: lot.id }, query: query(page) }, { client })
                  : callApi(listPlatformAuditRoute, { query: query(page) }, { client })
              }
            />
          </>
        }
        empty={
          <EmptyState
            title={isNarrowed ? say.noneTitle : say.emptyTitle}
            text={isNarrowed ? say.noneText : say.emptyText}
            action={
              isNarrowed ? (
                <Button variant="default" onClick={clear}>
                  {say.clear}
                </Button>
              ) : null
            }
          />
        }
      />
      {open ? (
        <EntryDialog
          entry={open}
          zone={zone}
          onOnly={(id) => {
            setOpen(null)
            change({ actor: id })
          }}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </>
  )
}

function EntryDialog({
  entry,
  zone,
  onOnly,
  onClose,
}: {
  entry: AuditEntry
  zone: string
  onOnly: (actor_user_id: string) => void
  onClose: () => void
}) {
  const { actor_user_id } = entry
  const isEmpty = Object.keys(entry.details).length === 0
  return (
    <Modal opened onClose={onClose} title={say.deed(entry.action)} size="lg">
      <div className={css.dialog}>
        <Facts
          items={[
            [say.columns.who, whoOf(entry)],
            [say.columns.as, say.role(entry.actor_role)],
            [say.detail.when, <Moment key="at" at={entry.at} zone={zone} />],
            [say.columns.lot, entry.lot_name],
            [say.columns.about, say.thing(entry.subject_kind)],
            [say.detail.id, <code key="id">{entry.subject_id}</code>],
            [say.detail.request, entry.request_id ? <code key="request">{entry.request_id}</code> : null],
          ]}
        />
        {isEmpty ? (
          <p className={css.quiet}>{say.detail.none}</p>
        ) : (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
          <pre className={css.message} tabIndex={0} style={{ maxHeight: 320, overflow: 'auto', margin: 0 }}>
            {JSON.stringify(entry.details, null, 2)}
          </pre>
        )}
        {actor_user_id ? (
          <div>
            <Button variant="default" onClick={() => onOnly(actor_user_id)}>
              {say.onlyThis(whoOf(entry))}
            </Button>
          </div>
        ) : null}
      </div>
    </Modal>
  )
}
