'use client'
import { Button, Modal } from '@mantine/core'
import {
  type AuditEntry,
  listLotAuditRoute,
  listPlatformAuditRoute,
} from '@openspot/contract/platform/audit.ts'
import { auditTopics } from '@openspot/core/audit/actions.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
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
import css from './audit.module.css'
import {
  aboutText,
  auditColumns,
  auditCsv,
  entryText,
  roleText,
  subjectText,
  whoOf,
} from './audit-columns.tsx'
import { EntryDetails } from './entry-details.tsx'

const client = 'admin' as const

/**
 * The audit log of one lot or of the platform. Loaded once rather than polled, because each read is itself recorded.
 */
export function AuditScreen({ lot }: { lot: { id: string; time_zone: string } | null }) {
  const t = useTranslations()
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
      <PageHead title={t('audit.title')} text={lot ? t('audit.lotText') : t('audit.platformText')} />
      <PagedList
        label={t('audit.title')}
        pages={lot ? ofLot : ofAll}
        columns={auditColumns(t, { zone, withLot: lot === null, onOpen: setOpen })}
        more={t('audit.more')}
        bar={
          <>
            <MenuChip
              label={t('audit.things')}
              value={thing ? subjectText(t, thing) : t('audit.anyThing')}
              choices={[null, ...auditTopics].map((value) => ({
                text: value === null ? t('audit.anyThing') : subjectText(t, value),
                chosen: value === thing,
                choose: () => change({ thing: value }),
              }))}
            />
            {actor || subject ? (
              <Button variant="default" size="xs" onClick={() => change({ actor: null, subject: null })}>
                {t('audit.everyone')}
              </Button>
            ) : null}
            <BarSpace />
            <ListCsv
              label={t('audit.csv')}
              name="audit"
              columns={auditCsv(t)}
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
            title={isNarrowed ? t('audit.noneTitle') : t('audit.emptyTitle')}
            text={isNarrowed ? t('audit.noneText') : t('audit.emptyText')}
            action={
              isNarrowed ? (
                <Button variant="default" onClick={clear}>
                  {t('audit.clear')}
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
  const t = useTranslations()
  const { actor_user_id } = entry
  const { reason, ...others } = entry.details
  const details = typeof reason === 'string' ? others : entry.details
  const isEmpty = Object.keys(details).length === 0
  return (
    <Modal opened onClose={onClose} title={entryText(t, entry)} size="lg">
      <div className={css.dialog}>
        <Facts
          items={[
            [t('audit.columns.who'), whoOf(t, entry)],
            [t('audit.columns.as'), roleText(t, entry.actor_role)],
            [t('audit.detail.when'), <Moment key="at" at={entry.at} zone={zone} />],
            [t('audit.columns.lot'), entry.lot_name],
            [t('audit.columns.about'), <Subject key="about" entry={entry} />],
            [t('audit.detail.reason'), typeof reason === 'string' ? reason : null],
            [t('audit.detail.id'), <code key="id">{entry.subject_id}</code>],
            [
              t('audit.detail.request'),
              entry.request_id ? <code key="request">{entry.request_id}</code> : null,
            ],
          ]}
        />
        {isEmpty ? (
          typeof reason === 'string' ? null : (
            <p className={css.quiet}>{t('audit.detail.none')}</p>
          )
        ) : (
          <EntryDetails
            details={details}
            zone={zone}
            currency={entry.lot_currency ?? null}
            {...(entry.names ? { names: entry.names } : {})}
          />
        )}
        {actor_user_id ? (
          <div>
            <Button variant="default" onClick={() => onOnly(actor_user_id)}>
              {t('audit.onlyThis', { name: whoOf(t, entry) })}
            </Button>
          </div>
        ) : null}
      </div>
    </Modal>
  )
}

/** What an entry is about, with a link to it on the platform. */
function Subject({ entry }: { entry: AuditEntry }) {
  const t = useTranslations()
  const { subject_kind, subject_id, subject_name } = entry
  const text = aboutText(t, entry)
  if (subject_name === null) return text
  return (
    <Link href={subject_kind === 'lot' ? `/lots/${subject_id}` : `/platform/users/${subject_id}`}>
      {text}
    </Link>
  )
}
