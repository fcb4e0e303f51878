import { Button, FileButton } from '@mantine/core'
import {
  type DataSource,
  type ResidentFile,
  uploadResidentFileRoute,
} from '@openspot/contract/people/data-sources.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ConsoleLot } from '@/lib/console-lot.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import { FileMapping } from './file-mapping.tsx'
import css from './residents.module.css'

const accepted =
  '.csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Takes a spreadsheet, and then asks what its columns mean. */
export function FilePanel({ lot, source }: { lot: ConsoleLot; source: DataSource }) {
  const t = useTranslations()
  const [isOver, setIsOver] = useState(false)
  const [file, setFile] = useState<ResidentFile | null>(null)
  const upload = useApiMutation(uploadResidentFileRoute, { client: 'admin' })
  const send = (given: File | null | undefined) => {
    if (!given) return
    const body = new FormData()
    body.append('file', given, given.name)
    upload.mutate({ params: { data_source_id: source.id }, body }, { onSuccess: setFile })
  }
  if (file)
    return <FileMapping key={file.id} lot={lot} source={source} file={file} onAnother={() => setFile(null)} />
  return (
    <Panel title={t('residents.files.title')} text={t('residents.files.text')}>
      {upload.error ? <Note tone="bad" title={upload.error.message} /> : null}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the button inside does the same by keyboard */}
      <div
        className={css.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setIsOver(false)
          send(event.dataTransfer.files[0])
        }}
      >
        <strong>{t('residents.files.drop')}</strong>
        <span className={css.quiet}>{t('residents.files.or')}</span>
        <FileButton
          onChange={send}
          accept={accepted}
          inputProps={{ 'aria-label': t('residents.files.choose') }}
        >
          {(props) => (
            <Button {...props} loading={upload.isPending}>
              {t('residents.files.choose')}
            </Button>
          )}
        </FileButton>
      </div>
    </Panel>
  )
}
