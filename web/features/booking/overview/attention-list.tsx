import type { AttentionItem } from '@openspot/contract/booking/overview.ts'
import { IconChevronRight } from '@tabler/icons-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { attentionPath } from '@/lib/attention-path.ts'
import { useClock } from '@/lib/clock-provider.tsx'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tag } from '@/lib/messages/tag.ts'
import { Panel } from '@/ui/panel.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './overview.module.css'

/** What needs a person now, the most urgent first. Each leads to the list with exactly what it counts. */
export function AttentionList({ lot, items }: { lot: ConsoleLot; items: readonly AttentionItem[] }) {
  const t = useTranslations()
  return (
    <Panel title={t('overview.attention.title')}>
      {items.length === 0 ? (
        <div className={css.calm}>
          <p>{t('overview.attention.emptyTitle')}</p>
          <p className={css.quiet}>{t('overview.attention.emptyText')}</p>
        </div>
      ) : (
        <ul className={css.items}>
          {items.map((item) => (
            <li key={item.kind}>
              <Link href={attentionPath(lot.id, item.kind)}>
                <span className={css.what}>
                  {t(`overview.attention.kinds.${item.kind}`, { count: item.count })}
                </span>
                <Deadline item={item} zone={lot.time_zone} />
                <IconChevronRight size={18} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Deadline({ item: { due_at, since_at }, zone }: { item: AttentionItem; zone: string }) {
  const t = useTranslations()
  const { now } = useClock()
  const at = due_at ?? since_at
  if (at === null) return null
  const text = due_at === null ? 'since' : due_at < now ? 'overdue' : 'due'
  return (
    <span className={css.when} data-late={text === 'overdue' || undefined}>
      {t.rich(`overview.attention.${text}`, { time: tag(<Moment at={at} zone={zone} inside />) })}
    </span>
  )
}
