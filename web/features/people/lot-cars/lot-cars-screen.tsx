'use client'
import { Button } from '@mantine/core'
import { deleteLotCarRoute, type LotCar, listLotCarsRoute } from '@openspot/contract/people/cars.ts'
import { isoOf, minutesOf } from '@openspot/core/time/instant.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { carLook } from '@/lib/car-look.ts'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import { memberPath } from '@/lib/paths.ts'
import { seenName } from '@/lib/seen-name.ts'
import { useAddress } from '@/lib/use-address.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useLotEvents } from '@/lib/use-lot-events.ts'
import { usePages } from '@/lib/use-pages.ts'
import { LotCarDialog } from '@/ui/car/lot-car-dialog.tsx'
import { ConfirmDialog } from '@/ui/confirm-dialog.tsx'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { type CsvColumns, ListCsv, yesOrNo } from '@/ui/list-csv.tsx'
import { ListFrame } from '@/ui/list-frame.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Buttons } from '@/ui/panel.tsx'
import { Plate } from '@/ui/plate.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { Day } from '@/ui/time.tsx'
import { useListView } from '@/ui/views/use-list-view.tsx'
import css from './lot-cars.module.css'

const watched = [listLotCarsRoute]

/** The vehicles of a lot, their owners, and plates that are easily confused. */
export function LotCarsScreen({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  useLotEvents(lot.id, watched)
  const params = { lot_id: lot.id }
  const [values, change] = useAddress(['q', 'has_look_alikes'])
  const q = values.q?.trim().slice(0, 60) ?? ''
  const onlyAlike = values.has_look_alikes === 'true'
  const query = { ...(q ? { q } : {}), ...(onlyAlike ? { has_look_alikes: true } : {}) }
  const pages = usePages(
    listLotCarsRoute,
    (page) => ({ params, query: { ...query, ...page } }),
    (page) => page.next_cursor,
    { client: 'admin' },
  )
  const [corrects, setCorrects] = useState<LotCar | null>(null)
  const [removes, setRemoves] = useState<LotCar | null>(null)
  const view = useListView(lot.id, 'CARS', columnsOf(t, lot, setCorrects, setRemoves))
  const choices = [false, true].map((alike) => ({
    text: alike ? t('lotCars.onlyAlike') : t('lotCars.all'),
    chosen: alike === onlyAlike,
    choose: () => change({ has_look_alikes: alike ? 'true' : null }),
  }))
  return (
    <>
      <PageHead title={t('lotCars.title')} text={t('lotCars.text')} />
      <ListFrame
        pages={pages}
        path={`/lots/${lot.id}/cars`}
        say={{
          filters: t('lotCars.filters'),
          emptyTitle: t('lotCars.emptyTitle'),
          emptyText: t('lotCars.emptyText'),
          noneTitle: t('lotCars.noneTitle'),
          noneText: t('lotCars.noneText'),
          clear: t('lotCars.clear'),
          more: t('lotCars.more'),
          count: (count, more) => t('lotCars.count', { count, more: String(more) }),
        }}
        isNarrowed={q !== '' || onlyAlike}
        onClear={() => change({ q: null, has_look_alikes: null })}
        filters={
          <>
            <SearchField label={t('lotCars.search')} q={q} onSearch={(text) => change({ q: text || null })} />
            <MenuChip
              label={t('lotCars.alike')}
              value={onlyAlike ? t('lotCars.onlyAlike') : t('lotCars.all')}
              choices={choices}
            />
            {view.tools}
          </>
        }
        csv={
          <ListCsv
            label={t('lotCars.csvLabel')}
            name={`cars ${lot.name}`}
            columns={csvColumns}
            readPage={(page) =>
              callApi(listLotCarsRoute, { params, query: { ...query, ...page } }, { client: 'admin' })
            }
          />
        }
      >
        {(rows) => (
          <DataTable
            label={t('lotCars.title')}
            columns={view.columns}
            rows={rows}
            keyOf={({ id }) => id}
            isCards
          />
        )}
      </ListFrame>
      {corrects ? (
        <LotCarDialog
          lot={lot}
          owner={{ user_id: corrects.user_id, name: corrects.owner ?? '' }}
          car={corrects}
          onClose={() => setCorrects(null)}
        />
      ) : null}
      {removes ? <Remove lot={lot} car={removes} onClose={() => setRemoves(null)} /> : null}
    </>
  )
}

function Remove({ lot, car, onClose }: { lot: ConsoleLot; car: LotCar; onClose: () => void }) {
  const t = useTranslations()
  const send = useApiMutation(deleteLotCarRoute, { client: 'admin', refresh: [listLotCarsRoute] })
  return (
    <ConfirmDialog
      opened
      title={t('lotCars.removeTitle', { plate: car.plate })}
      text={t('lotCars.removeText')}
      yes={t('lotCars.remove')}
      no={t('lotCars.keep')}
      isBusy={send.isPending}
      error={send.error}
      onClose={onClose}
      onYes={() => send.mutate({ params: { lot_id: lot.id, car_id: car.id } }, { onSuccess: onClose })}
    />
  )
}

function columnsOf(
  t: Translate,
  lot: ConsoleLot,
  onCorrect: (car: LotCar) => void,
  onRemove: (car: LotCar) => void,
): Column<LotCar>[] {
  const facts: Column<LotCar>[] = [
    {
      key: 'plate',
      head: t('lotCars.columns.plate'),
      cell: (car) => <PlateOf car={car} />,
    },
    {
      key: 'owner',
      head: t('lotCars.columns.owner'),
      cell: ({ owner, user_id }) => (
        <Link href={memberPath(lot.id, user_id)} prefetch={false}>
          {seenName(t, owner)}
        </Link>
      ),
    },
    {
      key: 'what',
      head: t('lotCars.columns.what'),
      cell: carLook,
    },
    { key: 'here', head: t('lotCars.columns.here'), cell: (car) => <Here car={car} zone={lot.time_zone} /> },
    {
      key: 'alike',
      head: t('lotCars.columns.alike'),
      cell: ({ look_alikes }) => (
        <span className={css.alike}>
          {look_alikes.map((other) => (
            <span key={other.id} className={css.other}>
              <Plate plate={other.plate} region={other.region || null} size="sm" />
              {[other.owner, other.is_same ? t('lotCars.same') : null]
                .filter(Boolean)
                .join(t('common.comma'))}
            </span>
          ))}
        </span>
      ),
    },
  ]
  if (!lot.is_admin) return facts
  return [
    ...facts,
    {
      key: 'act',
      head: t('lotCars.columns.act'),
      cell: (car) => (
        <Buttons>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${t('lotCars.correct')} ${car.plate}`}
            onClick={() => onCorrect(car)}
          >
            {t('lotCars.correct')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`${t('lotCars.remove')} ${car.plate}`}
            onClick={() => onRemove(car)}
          >
            {t('lotCars.remove')}
          </Button>
        </Buttons>
      ),
    },
  ]
}

/** Shows the owner's plate and the one that staff recorded. */
function PlateOf({ car: { plate, region, note, is_recorded_by_staff } }: { car: LotCar }) {
  const t = useTranslations()
  return (
    <span className={css.alike}>
      <Plate plate={plate} region={region || null} size="sm" />
      {is_recorded_by_staff ? <span className={css.other}>{t('lotCars.recorded')}</span> : null}
      {note && !is_recorded_by_staff ? (
        <span className={css.other}>
          {t.rich(note.state === 'OPEN' ? 'lotCars.recordedAs' : 'lotCars.dismissed', {
            plate: tag(<Plate plate={note.plate} region={note.region || null} size="sm" />),
          })}
        </span>
      ) : null}
    </span>
  )
}

/** Shows why a vehicle is listed here, and its previous plate. */
function Here({ car, zone }: { car: LotCar; zone: string }) {
  const t = useTranslations()
  const [previous] = car.previous_plates
  const texts = [
    car.is_member ? t('lotCars.member') : t('lotCars.stay'),
    car.live_reservations > 0 ? t('lotCars.staysNow', { count: car.live_reservations }) : null,
    previous ? t('lotCars.was', { plate: previous.plate }) : null,
  ]
  return (
    <>
      {texts.filter(Boolean).join(' · ')}
      {car.valid_until ? (
        <>
          {' · '}
          {t.rich('lotCars.until', {
            day: tag(<Day at={isoOf(minutesOf(car.valid_until ?? '') - 1)} zone={zone} inside />),
          })}
        </>
      ) : null}
    </>
  )
}

const csvColumns: CsvColumns<LotCar> = [
  ['plate', ({ plate }) => plate],
  ['region', ({ region }) => region],
  ['owner', ({ owner }) => owner],
  ['make', ({ make }) => make],
  ['model', ({ model }) => model],
  ['color', ({ color }) => color],
  ['valid_until', ({ valid_until }) => valid_until],
  ['is_member', ({ is_member }, t) => yesOrNo(t, is_member)],
  ['is_recorded_by_staff', ({ is_recorded_by_staff }, t) => yesOrNo(t, is_recorded_by_staff)],
  ['recorded_plate', ({ note }) => (note?.state === 'OPEN' ? note.plate : null)],
  ['live_reservations', ({ live_reservations }) => String(live_reservations)],
  ['look_alikes', ({ look_alikes }) => look_alikes.map(({ plate }) => plate).join(' ')],
]
