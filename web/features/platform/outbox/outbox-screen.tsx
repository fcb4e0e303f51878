'use client'
import { address } from '@openspot/contract/call.ts'
import {
  getOutboxCalendarFileRoute,
  getOutboxReceiptRoute,
  listOutboxRoute,
  listOutboxTextsRoute,
  type OutboxEmail,
} from '@openspot/contract/platform/outbox.ts'
import { IconPaperclip } from '@tabler/icons-react'
import { useRouter } from 'next/router'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useClock } from '@/lib/clock-provider.tsx'
import { useApiQuery } from '@/lib/use-api.ts'
import { PublicShell } from '@/ui/shell/public-shell.tsx'
import { ListSkeleton } from '@/ui/skeletons.tsx'
import { EmptyState, ErrorState } from '@/ui/states.tsx'
import { Moment } from '@/ui/time.tsx'
import css from './outbox.module.css'

/** The mailbox of an installation without a mail server. */
export function OutboxScreen() {
  const t = useTranslations()
  const { query } = useRouter()
  const to_address = typeof query.to_address === 'string' ? query.to_address : undefined
  const emails = useApiQuery(
    listOutboxRoute,
    { query: { limit: 50, ...(to_address ? { to_address } : {}) } },
    { everySeconds: 4 },
  )
  const [picked, setPicked] = useState<string | null>(null)
  const items = emails.data?.items ?? []
  const email = items.find((one) => one.id === picked) ?? items[0]
  return (
    <PublicShell wide>
      <div className={css.page}>
        <header>
          <h1>{t('outbox.title')}</h1>
          <p>{t('outbox.text')}</p>
        </header>
        <Texts />
        <h2>{t('outbox.emails')}</h2>
        {emails.isError ? <ErrorState error={emails.error} onRetry={() => emails.refetch()} /> : null}
        {emails.isPending ? <ListSkeleton /> : null}
        {emails.data && !email ? (
          <EmptyState title={t('outbox.emptyTitle')} text={t('outbox.emptyText')} />
        ) : null}
        {email ? (
          <div className={css.split}>
            <EmailList items={items} chosen={email.id} onChoose={setPicked} />
            <Email key={email.id} email={email} isPicked={email.id === picked} />
          </div>
        ) : null}
      </div>
    </PublicShell>
  )
}

/** The text messages, which have no provider either, or the stand-in of one. */
function Texts() {
  const t = useTranslations()
  const { reader_zone } = useClock()
  const texts = useApiQuery(listOutboxTextsRoute, { query: { limit: 20 } }, { everySeconds: 4 })
  const items = texts.data?.items ?? []
  return (
    <details className={css.texts} open={items.length > 0}>
      <summary>{t('outbox.texts')}</summary>
      {texts.isError ? <ErrorState error={texts.error} onRetry={() => texts.refetch()} /> : null}
      {texts.data && items.length === 0 ? <p>{t('outbox.textsText')}</p> : null}
      <ul aria-label={t('outbox.texts')}>
        {items.map(({ id, to_phone, body, created_at }) => (
          <li key={id}>
            <p>{linked(body)}</p>
            <small>
              {t('outbox.textTo', { phone: to_phone })} ·{' '}
              <Moment at={created_at} zone={reader_zone ?? 'UTC'} />
            </small>
          </li>
        ))}
      </ul>
    </details>
  )
}

function EmailList({
  items,
  chosen,
  onChoose,
}: {
  items: readonly OutboxEmail[]
  chosen: string
  onChoose: (id: string) => void
}) {
  const { reader_zone } = useClock()
  return (
    <ul className={css.list}>
      {items.map((one) => (
        <li key={one.id}>
          <button type="button" aria-current={one.id === chosen} onClick={() => onChoose(one.id)}>
            <strong>
              <bdi>{one.subject}</bdi>
            </strong>
            <span>{one.to_address}</span>
            <Moment at={one.created_at} zone={reader_zone ?? 'UTC'} />
          </button>
        </li>
      ))}
    </ul>
  )
}

function Email({ email, isPicked }: { email: OutboxEmail; isPicked: boolean }) {
  const t = useTranslations()
  const article = useRef<HTMLElement>(null)
  // On a phone it is below the list, so a tap on the list would seem to do nothing.
  useEffect(() => {
    if (isPicked) article.current?.scrollIntoView({ block: 'nearest' })
  }, [isPicked])
  return (
    <article ref={article} className={css.email}>
      <h2>
        <bdi>{email.subject}</bdi>
      </h2>
      <p>{t('outbox.to', { address: email.to_address })}</p>
      {email.attachments.length > 0 ? (
        <ul className={css.attachments} aria-label={t('outbox.attachments')}>
          {email.attachments.map(({ invoice_id, file_name }) => (
            <li key={file_name}>
              <a
                href={
                  invoice_id === null
                    ? address(getOutboxCalendarFileRoute, { email_id: email.id })
                    : address(getOutboxReceiptRoute, { email_id: email.id, invoice_id })
                }
                target="_blank"
                rel="noreferrer"
              >
                <IconPaperclip size={16} aria-hidden="true" />
                {file_name}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
      {/* In its own frame without scripts, because an email must never be part of our page. Links open in the whole
         window. */}
      <iframe
        title={email.subject}
        sandbox="allow-top-navigation-by-user-activation"
        srcDoc={`<base target="_top"><style>body{font:16px/1.5 system-ui,sans-serif}</style>${email.body_html}`}
      />
      <details>
        <summary>{t('outbox.asText')}</summary>
        <pre>{linked(email.body_text)}</pre>
      </details>
    </article>
  )
}

/** Renders a text with its URLs as links. */
const linked = (text: string) =>
  text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={`${index}-${part}`} href={part}>
        {part}
      </a>
    ) : (
      part
    ),
  )
