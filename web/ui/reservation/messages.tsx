'use client'
import { Textarea } from '@mantine/core'
import { listMessagesRoute, type Message, sendMessageRoute } from '@openspot/contract/booking/messages.ts'
import { MESSAGE_LENGTH } from '@openspot/core/reservations/message-limits.ts'
import { useTranslations } from 'use-intl'
import type { Client } from '@/lib/api.ts'
import { tag } from '@/lib/messages/tag.ts'
import { useApiMutation, useApiQuery } from '@/lib/use-api.ts'
import { useTextDraft } from '@/lib/use-draft.ts'
import { GatedButton } from '@/ui/gated-button.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './messages.module.css'

/** The messages between driver and host of a reservation, and writing another. Nothing if there is no one to write to. */
export function Messages({
  reservation_id,
  zone,
  client = 'web',
}: {
  reservation_id: string
  zone: string
  client?: Client
}) {
  const t = useTranslations()
  const params = { reservation_id }
  const answer = useApiQuery(listMessagesRoute, { params }, { client, everySeconds: 15 })
  const { items = [], can_send = false, closes_at = null, is_for_staff = false } = answer.data ?? {}
  if (items.length === 0 && !can_send) return null
  return (
    <Panel title={t('reservationMessages.title')}>
      {items.length === 0 ? <p className={css.quiet}>{t('reservationMessages.none')}</p> : null}
      <ol className={css.list} aria-live="polite">
        {items.map((message) => (
          <MessageItem key={message.id} message={message} zone={zone} />
        ))}
      </ol>
      {can_send ? <SendMessage reservation_id={reservation_id} /> : null}
      <p className={css.quiet}>
        {closes_at && can_send
          ? t.rich('reservationMessages.until', { time: tag(<Moment at={closes_at} zone={zone} inside />) })
          : null}
        {closes_at && !can_send && client === 'web' ? t('reservationMessages.closed') : null}{' '}
        {t(is_for_staff ? 'reservationMessages.staffRead' : 'reservationMessages.private')}
      </p>
    </Panel>
  )
}

function MessageItem({ message, zone }: { message: Message; zone: string }) {
  const t = useTranslations()
  const { by, is_mine, text, created_at } = message
  return (
    <li className={css.message} data-mine={is_mine || undefined}>
      <p className={css.from}>
        {is_mine ? t('reservationMessages.me') : t(`reservationMessages.by.${by}`)}
        {' · '}
        <Moment at={created_at} zone={zone} />
      </p>
      <p className={css.text}>{text ?? t('reservationMessages.erased')}</p>
    </li>
  )
}

function SendMessage({ reservation_id }: { reservation_id: string }) {
  const t = useTranslations()
  const [text, setText, done] = useTextDraft(`message ${reservation_id}`)
  const send = useApiMutation(sendMessageRoute, { refresh: [listMessagesRoute] })
  return (
    <form
      className={css.form}
      onSubmit={(event) => {
        event.preventDefault()
        send.mutate({ params: { reservation_id }, body: { text } }, { onSuccess: done })
      }}
    >
      <Textarea
        label={t('reservationMessages.write')}
        value={text}
        maxLength={MESSAGE_LENGTH}
        autosize
        minRows={2}
        maxRows={8}
        error={send.error?.message}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <GatedButton
        type="submit"
        loading={send.isPending}
        why={text.trim() === '' ? t('common.why.fill') : null}
      >
        {t('reservationMessages.send')}
      </GatedButton>
    </form>
  )
}
