'use client'
import { Button, FileButton } from '@mantine/core'
import {
  type DisputeDetail,
  deleteEvidenceFileRoute,
  getDisputeRoute,
  getEvidenceFileRoute,
  putEvidenceFileRoute,
} from '@openspot/contract/money/disputes.ts'
import {
  type DisputeFileKind,
  disputeFileKinds,
  evidenceLimits,
  evidenceTypes,
} from '@openspot/core/disputes/enums.ts'
import { useTranslations } from 'use-intl'
import { saveFile } from '@/lib/save-file.ts'
import { useApiMutation } from '@/lib/use-api.ts'
import { Panel } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'
import css from './disputes.module.css'

/** The files of the evidence: at most one of each kind. */
export function EvidenceFiles({ dispute }: { dispute: DisputeDetail }) {
  const t = useTranslations()
  const used = dispute.evidence.files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  const kinds = disputeFileKinds.filter(
    (kind) => dispute.awaits_evidence || dispute.evidence.files.some((file) => file.kind === kind),
  )
  if (kinds.length === 0) return null
  return (
    <Panel
      title={t('disputes.files')}
      text={t('disputes.filesText', {
        used: megabytes(used),
        most: megabytes(evidenceLimits.total_bytes),
      })}
    >
      <ul className={css.files}>
        {kinds.map((kind) => (
          <FileRow key={kind} dispute={dispute} kind={kind} />
        ))}
      </ul>
    </Panel>
  )
}

/** Rounded up, so that a small file is not nothing. */
const megabytes = (bytes: number): number => Math.ceil(bytes / 100_000) / 10

function FileRow({ dispute, kind }: { dispute: DisputeDetail; kind: DisputeFileKind }) {
  const t = useTranslations()
  const put = useApiMutation(putEvidenceFileRoute, { client: 'admin', refresh: [getDisputeRoute] })
  const remove = useApiMutation(deleteEvidenceFileRoute, { client: 'admin', refresh: [getDisputeRoute] })
  const read = useApiMutation(getEvidenceFileRoute, { client: 'admin' })
  const params = { dispute_id: dispute.id, file_kind: kind }
  const file = dispute.evidence.files.find((one) => one.kind === kind)
  const error = put.error ?? remove.error ?? read.error
  const send = (chosen: File | null) => {
    if (!chosen) return
    const body = new FormData()
    body.append('file', chosen)
    put.mutate({ params, body })
  }
  return (
    <li className={css.file}>
      <div>
        <strong>{t(`disputes.fileKinds.${kind}`)}</strong>
        <span className={css.quiet}>
          {file ? (
            <>
              <span translate="no">{file.name}</span> ·{' '}
              {t('disputes.size', { size: megabytes(file.size_bytes) })}
            </>
          ) : (
            t(`disputes.fileTexts.${kind}`)
          )}
        </span>
        {error ? <Note tone="bad" title={error.message} /> : null}
      </div>
      <div className={css.buttons}>
        {file ? (
          <Button
            size="xs"
            variant="default"
            loading={read.isPending}
            aria-label={t('disputes.downloadOf', { kind: t(`disputes.fileKinds.${kind}`) })}
            onClick={() => read.mutate({ params }, { onSuccess: saveFile })}
          >
            {t('disputes.download')}
          </Button>
        ) : null}
        {dispute.awaits_evidence ? (
          <FileButton accept={evidenceTypes.join(',')} onChange={send}>
            {(props) => (
              <Button
                {...props}
                size="xs"
                variant="default"
                loading={put.isPending}
                aria-label={t(file ? 'disputes.replaceOf' : 'disputes.uploadOf', {
                  kind: t(`disputes.fileKinds.${kind}`),
                })}
              >
                {file ? t('disputes.replace') : t('disputes.upload')}
              </Button>
            )}
          </FileButton>
        ) : null}
        {dispute.awaits_evidence && file ? (
          <Button
            size="xs"
            variant="subtle"
            loading={remove.isPending}
            aria-label={t('disputes.removeOf', { kind: t(`disputes.fileKinds.${kind}`) })}
            onClick={() => remove.mutate({ params })}
          >
            {t('disputes.remove')}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
