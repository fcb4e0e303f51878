'use client'
import { Button } from '@mantine/core'
import type { Fine } from '@openspot/contract/operations/fine-notices.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { FineRows } from './fine-rows.tsx'

/** A person's warnings and fines, and those that they paid or appealed. */
export function MyFinesScreen({ items }: { items: readonly Fine[] }) {
  const t = useTranslations()
  return (
    <>
      <PageHead title={t('fines.mine.title')} text={t('fines.mine.text')} />
      {items.length === 0 ? (
        <EmptyState
          title={t('fines.mine.emptyTitle')}
          text={t('fines.mine.emptyText')}
          action={
            <Button component={Link} href="/me">
              {t('driver.title')}
            </Button>
          }
        />
      ) : (
        <FineRows
          fines={items}
          pathOf={({ code }) => `/f/${code}`}
          factOf={({ lot_name }) => lot_name}
          namesZone
        />
      )}
    </>
  )
}
