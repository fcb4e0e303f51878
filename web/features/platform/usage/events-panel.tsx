import type { PlatformUsage } from '@openspot/contract/platform/analytics.ts'
import { localeOf } from '@openspot/messages/translate.ts'
import { useTranslations } from 'use-intl'
import { saveCsv } from '@/lib/csv.ts'
import { CsvButton } from '@/ui/csv-button.tsx'
import { DataTable } from '@/ui/data-table.tsx'
import { Panel } from '@/ui/panel.tsx'

/** How often each event of the catalog happened. */
export function EventsPanel({ events }: { events: PlatformUsage['events'] }) {
  const t = useTranslations()
  const format = new Intl.NumberFormat(localeOf(t))
  return (
    <Panel
      title={t('usage.events.title')}
      text={t('usage.events.text')}
      action={
        <CsvButton
          label={t('usage.events.csv')}
          onSave={() =>
            saveCsv(t('usage.events.title'), [
              [t('usage.events.event'), t('usage.events.count')],
              ...events.map(({ event, count }) => [event, String(count)]),
            ])
          }
        />
      }
    >
      <DataTable
        label={t('usage.events.table')}
        columns={[
          {
            key: 'event',
            head: t('usage.events.event'),
            cell: ({ event }) => t(`usage.events.names.${event}`),
          },
          {
            key: 'count',
            head: t('usage.events.count'),
            isFigure: true,
            cell: ({ count }) => format.format(count),
          },
        ]}
        rows={events}
        keyOf={({ event }) => event}
      />
    </Panel>
  )
}
