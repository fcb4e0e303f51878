'use client'
import { Button } from '@mantine/core'
import type { Fine } from '@openspot/contract/operations/fine-notices.ts'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Money } from '@/ui/money.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { EmptyState } from '@/ui/states.tsx'
import { StatusWord } from '@/ui/status-word.tsx'
import { Moment } from '@/ui/time.tsx'
import { fineTones } from './fine-facts.tsx'
import css from './fines.module.css'

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
        <ul className={css.rows}>
          {items.map((fine) => (
            <li key={fine.id}>
              <div>
                <Link href={`/f/${fine.code}`} prefetch={false}>
                  {t(`fines.reasons.${fine.reason}`)}
                </Link>
                <p>
                  {`${fine.lot_name} · ${fine.plate} · `}
                  <Moment at={fine.seen_at} zone={fine.time_zone} />
                </p>
              </div>
              <div>
                <StatusWord tone={fineTones[fine.status]}>{t(`fines.statuses.${fine.status}`)}</StatusWord>
                {fine.amount_cents > 0 ? (
                  <p>
                    <Money cents={fine.amount_cents} currency={fine.currency} />
                  </p>
                ) : null}
              </div>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
