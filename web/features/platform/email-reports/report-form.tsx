'use client'
import { Button, Textarea } from '@mantine/core'
import { reportEmailRoute } from '@openspot/contract/platform/email-reports.ts'
import { useTranslations } from 'use-intl'
import { useApiMutation } from '@/lib/use-api.ts'
import { useTextDraft } from '@/lib/use-draft.ts'
import { Fields } from '@/ui/panel.tsx'
import { Note } from '@/ui/states.tsx'

/** Reports an unsolicited email, with an optional note. */
export function ReportForm({ token }: { token: string }) {
  const t = useTranslations()
  const [note, setNote, done] = useTextDraft(`email report ${token}`)
  const send = useApiMutation(reportEmailRoute)
  if (send.data) {
    return (
      <Note tone="good" title={t('emailReports.doneTitle')}>
        <p>{t('emailReports.done', { subject: send.data.subject })}</p>
      </Note>
    )
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const text = note.trim()
        send.mutate({ body: { token, ...(text === '' ? {} : { note: text }) } }, { onSuccess: done })
      }}
    >
      <Fields>
        <p>{t('emailReports.text')}</p>
        {send.error ? <Note tone="bad" title={send.error.message} /> : null}
        <Textarea
          name="note"
          label={t('emailReports.note')}
          rows={4}
          maxLength={1000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Button type="submit" loading={send.isPending}>
          {t('emailReports.send')}
        </Button>
      </Fields>
    </form>
  )
}
