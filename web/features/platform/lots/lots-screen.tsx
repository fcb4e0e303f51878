'use client'
import { Button } from '@mantine/core'
import { listPlatformLotsRoute, type PlatformLot } from '@openspot/contract/platform/lots.ts'
import { isOneOf, type LotTrustLevel, lotTrustLevels } from '@openspot/core/enums.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import Link from 'next/link'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { callApi } from '@/lib/api.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import { useAddress } from '@/lib/use-address.ts'
import { usePages } from '@/lib/use-pages.ts'
import type { Column } from '@/ui/data-table.tsx'
import { ListCsv, yesOrNo } from '@/ui/list-csv.tsx'
import { MenuChip } from '@/ui/menu-chip.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { BarSpace, PagedList } from '@/ui/paged-list.tsx'
import { SearchField } from '@/ui/search-field.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Day } from '@/ui/time.tsx'
import { addressOf, gapsText, ownerNames } from './lot-texts.ts'
import css from './lots.module.css'
import { ReviewDialog } from './review-dialog.tsx'

const client = 'admin' as const

/** Every lot on the platform with its owners. */
export function PlatformLotsScreen() {
  const t = useTranslations()
  const { reader_zone = 'UTC' } = useClock()
  const [{ search, trust_level: given }, change] = useAddress(['search', 'trust_level'])
  const level = isOneOf(lotTrustLevels, given) ? given : null
  const [reviewed, setReviewed] = useState<PlatformLot | null>(null)
  const filter = { ...(search ? { search } : {}), ...(level ? { trust_level: level } : {}) }
  const levelText = (value: LotTrustLevel | null) =>
    value === null ? t('lotReviews.anyLevel') : t(`lotReviews.levels.${value}`)
  const pages = usePages(
    listPlatformLotsRoute,
    (page) => ({ query: { ...page, ...filter } }),
    ({ next_cursor }) => next_cursor,
    { client },
  )
  return (
    <>
      <PageHead title={t('people.lotsTitle')} text={t('lotReviews.text')} />
      <PagedList
        label={t('people.lotsTitle')}
        pages={pages}
        columns={columns(t, reader_zone, setReviewed)}
        more={t('people.more')}
        bar={
          <>
            <SearchField
              label={t('people.lotSearch')}
              q={search ?? ''}
              onSearch={(next) => change({ search: next.trim() || null })}
            />
            <MenuChip
              label={t('lotReviews.filter')}
              value={levelText(level)}
              choices={[null, ...lotTrustLevels].map((value) => ({
                text: levelText(value),
                chosen: value === level,
                choose: () => change({ trust_level: value }),
              }))}
            />
            <BarSpace />
            <ListCsv
              label={t('people.csv')}
              name="lots"
              columns={csv}
              readPage={(page) =>
                callApi(listPlatformLotsRoute, { query: { ...page, ...filter } }, { client })
              }
            />
          </>
        }
        empty={
          !search && level === null ? (
            <EmptyState
              title={t('people.noLotsYetTitle')}
              text={t('people.noLotsYetText')}
              action={
                <Button component={Link} href="/lots/new">
                  {t('common.listParking')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              title={level === 'NEW' && !search ? t('lotReviews.noneWaitTitle') : t('people.noLotsTitle')}
              text={level === 'NEW' && !search ? t('lotReviews.noneWaitText') : t('people.noLotsText')}
              action={
                <Button variant="default" onClick={() => change({ search: null, trust_level: null })}>
                  {level === 'NEW' && !search ? t('lotReviews.showAll') : t('people.clear')}
                </Button>
              }
            />
          )
        }
      />
      {reviewed ? <ReviewDialog lot={reviewed} onClose={() => setReviewed(null)} /> : null}
    </>
  )
}

const tones = { NEW: 'ahead', TRUSTED: 'done', BLOCKED: 'bad' } as const

const columns = (t: Translate, zone: string, review: (lot: PlatformLot) => void): Column<PlatformLot>[] => [
  {
    key: 'lot',
    head: t('people.columns.lot'),
    cell: (lot) => (
      <span className={css.lot}>
        <Link className={css.name} href={`/lots/${lot.id}`}>
          {lot.name}
        </Link>
        <small>{addressOf(lot)}</small>
      </span>
    ),
  },
  {
    key: 'owners',
    head: t('people.columns.owners'),
    cell: ({ owners }) =>
      owners.length === 0 ? (
        <span className={css.quiet}>{t('people.noOwner')}</span>
      ) : (
        <span className={css.links}>
          {owners.map(({ user_id, name, email }) => (
            <Link key={user_id} href={`/platform/users/${user_id}`}>
              {name || email || t('people.noName')}
            </Link>
          ))}
        </span>
      ),
  },
  {
    key: 'review',
    head: t('lotReviews.column'),
    cell: (lot) => (
      <>
        <StatusWord tone={tones[lot.trust_level]}>{t(`lotReviews.levels.${lot.trust_level}`)}</StatusWord>
        {lot.trust_level === 'NEW' && lot.gaps.length > 0 ? (
          <small className={css.gaps}>{gapsText(t, lot)}</small>
        ) : null}
      </>
    ),
  },
  {
    key: 'act',
    head: t('lotReviews.decision'),
    cell: (lot) => (
      <Button
        size="xs"
        variant="default"
        aria-label={t('lotReviews.reviewOf', { lot: lot.name })}
        onClick={() => review(lot)}
      >
        {t('lotReviews.review')}
      </Button>
    ),
  },
  { key: 'spots', head: t('people.columns.spots'), isFigure: true, cell: ({ spot_count }) => spot_count },
  {
    key: 'plan',
    head: t('people.columns.plan'),
    cell: ({ id, plan_name }) => (
      <span className={css.line}>
        <Link href={`/lots/${id}/plan`}>{plan_name ?? t('people.noPlan')}</Link>
        <Link href={`/lots/${id}/settings?tab=more`}>{t('people.fees')}</Link>
      </span>
    ),
  },
  {
    key: 'open',
    head: t('people.columns.open'),
    cell: ({ is_private }) => (is_private ? t('people.private') : t('people.public')),
  },
  {
    key: 'since',
    head: t('people.columns.since'),
    cell: ({ created_at }) => <Day at={created_at} zone={zone} />,
  },
]

const csv = [
  ['name', (lot: PlatformLot) => lot.name],
  ['place', addressOf],
  ['owners', ownerNames],
  ['trust_level', (lot: PlatformLot, t: Translate) => t(`lotReviews.levels.${lot.trust_level}`)],
  ['spot_count', (lot: PlatformLot) => String(lot.spot_count)],
  ['plan_name', (lot: PlatformLot) => lot.plan_name],
  ['is_private', (lot: PlatformLot, t: Translate) => yesOrNo(t, lot.is_private)],
  ['created_at', (lot: PlatformLot) => lot.created_at],
  ['id', (lot: PlatformLot) => lot.id],
] as const
