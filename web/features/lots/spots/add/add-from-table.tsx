'use client'
import { FileInput, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { listMonitorSpotsRoute } from '@openspot/contract/booking/monitor.ts'
import { listZonesRoute } from '@openspot/contract/booking/prices.ts'
import { importSpotsRoute, type SpotRow } from '@openspot/contract/lots/lot-spots.ts'
import type { Translate } from '@openspot/messages/translate.ts'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl'
import css from '@/features/lots/spots/spots.module.css'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { tableText } from '@/lib/table-text.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { useTextDraft } from '@/lib/use-draft.ts'
import { type Column, DataTable } from '@/ui/data-table.tsx'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Buttons, Panel } from '@/ui/panel.tsx'
import { boundsText } from '@/ui/rate-text.ts'
import { Note } from '@/ui/states.tsx'

const columns = (t: Translate, currency: string): Column<SpotRow>[] => [
  { key: 'line', head: t('lotSpots.table.columns.line'), cell: ({ line }) => line, isFigure: true },
  { key: 'label', head: t('lotSpots.table.columns.label'), cell: ({ label }) => label },
  {
    key: 'kind',
    head: t('lotSpots.table.columns.kind'),
    cell: ({ type }) => t(`spot.types.${type ?? 'STANDARD'}`),
  },
  { key: 'level', head: t('lotSpots.table.columns.level'), cell: ({ level }) => level ?? 1, isFigure: true },
  { key: 'zone', head: t('lotSpots.table.columns.zone'), cell: ({ zone }) => zone },
  {
    key: 'charge',
    head: t('lotSpots.table.columns.charge'),
    cell: (row) => boundsText(t, row, currency),
  },
  {
    key: 'wrong',
    head: t('lotSpots.table.columns.wrong'),
    isText: true,
    cell: ({ errors }) =>
      errors.length === 0 ? (
        <span className={css.quiet}>{t('lotSpots.table.fine')}</span>
      ) : (
        <span className={css.bad}>{errors.map(({ message }) => message).join(' ')}</span>
      ),
  },
]

/** Adds spots from a table: every row is previewed first, then all of them are added or none. */
export function AddFromTable({ lot }: { lot: ConsoleLot }) {
  const t = useTranslations()
  const router = useRouter()
  const [csv, setCsv, done] = useTextDraft(`spots ${lot.id}`)
  const look = useApiMutation(importSpotsRoute, { client: 'admin' })
  const send = useApiMutation(importSpotsRoute, {
    client: 'admin',
    refresh: [listMonitorSpotsRoute, listZonesRoute],
  })
  const params = { lot_id: lot.id }
  const type = (text: string) => {
    setCsv(text)
    look.reset()
    send.reset()
  }
  const seen = look.data
  const separator = seen ? t('csv.separator', { separator: seen.separator }) : null
  const fault = send.error ?? look.error
  const go = () =>
    send.mutate(
      { params, body: { csv } },
      {
        onSuccess: ({ added }) => {
          done()
          notifications.show({ message: t('lotSpots.isAdded', { count: added }) })
          router.push(`/lots/${lot.id}/spots`)
        },
      },
    )
  // Invalid rows come first, because they must be corrected.
  const rows = (seen?.rows ?? []).toSorted(
    (a, b) => Number(b.errors.length > 0) - Number(a.errors.length > 0),
  )
  return (
    <Panel title={t('lotSpots.ways.table')} text={t('lotSpots.table.text')}>
      <div className={css.form}>
        {fault ? <Note tone="bad" title={fault.message} /> : null}
        <FileInput
          label={t('lotSpots.table.file')}
          placeholder={t('lotSpots.table.choose')}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          clearable
          clearButtonProps={{ 'aria-label': t('common.removeFile') }}
          onChange={(file) => {
            if (file) void tableText(file).then(type)
            else type('')
          }}
        />
        <Textarea
          label={t('lotSpots.table.paste')}
          autosize
          minRows={4}
          maxRows={10}
          maxLength={500_000}
          classNames={{ input: css.code ?? '' }}
          value={csv}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Buttons>
          <GatedButton
            variant="default"
            loading={look.isPending}
            why={csv.trim() === '' ? t('common.why.fill') : null}
            onClick={() => look.mutate({ params, body: { csv, is_preview: true } })}
          >
            {t('lotSpots.table.look')}
          </GatedButton>
        </Buttons>
        {seen ? (
          <>
            <div aria-live="polite">
              {seen.refused > 0 ? (
                <Note title={t('lotSpots.table.refused', { refused: seen.refused, count: seen.rows.length })}>
                  {separator}
                </Note>
              ) : (
                <Note tone="good" title={t('lotSpots.table.all', { count: seen.rows.length })}>
                  <p>{separator}</p>
                  {seen.zones.length > 0 ? (
                    <p>{t('lotSpots.table.zones', { names: seen.zones.join(t('common.comma')) })}</p>
                  ) : null}
                </Note>
              )}
            </div>
            <DataTable
              label={t('lotSpots.table.rows')}
              columns={columns(t, lot.currency)}
              rows={rows.slice(0, 200)}
              keyOf={({ line }) => String(line)}
            />
            <Buttons>
              <GatedButton
                loading={send.isPending}
                why={seen.refused > 0 ? t('common.why.correct') : null}
                onClick={go}
              >
                {t('lotSpots.go', { count: seen.rows.length })}
              </GatedButton>
            </Buttons>
          </>
        ) : null}
      </div>
    </Panel>
  )
}
