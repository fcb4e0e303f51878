import { IconChevronRight } from '@tabler/icons-react'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { tag } from '@/lib/messages/tag.ts'
import { Panel } from '@/ui/panel.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './attention.module.css'

/** What waits, how many, and where it is worked on. */
export interface AttentionRow {
  kind: string
  text: string
  href: string
  due_at: string | null
  since_at: string | null
}

/** What needs a person now, the most urgent first. Each leads to the list with exactly what it counts. */
export function AttentionPanel({
  rows,
  zone,
  empty,
}: {
  rows: readonly AttentionRow[]
  zone: string
  empty: { title: string; text: string }
}) {
  const t = useTranslations()
  return (
    <Panel title={t('overview.attention.title')}>
      {rows.length === 0 ? (
        <div className={css.calm}>
          <p>{empty.title}</p>
          <p className={css.quiet}>{empty.text}</p>
        </div>
      ) : (
        <ul className={css.items}>
          {rows.map((row) => (
            <li key={row.kind}>
              <Link href={row.href}>
                <span className={css.text}>
                  <span className={css.what}>{row.text}</span>
                  <Deadline row={row} zone={zone} />
                </span>
                <IconChevronRight size={18} aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Deadline({ row: { due_at, since_at }, zone }: { row: AttentionRow; zone: string }) {
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
