import { Anchor } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'use-intl'
import { Note } from '@/ui/states.tsx'

/**
 * Says that an email may be on its way: the answer is the same for every address. The local environment links to the
 * mailbox.
 */
export function LinkSent({ email, text, outbox }: { email: string; text: string; outbox: boolean }) {
  const t = useTranslations()
  return (
    <Note tone="good" title={t('auth.linkSentTitle')}>
      <p>{text}</p>
      {outbox ? (
        <Anchor component={Link} href={`/outbox?to_address=${encodeURIComponent(email)}`}>
          {t('auth.toLocalMailbox')}
        </Anchor>
      ) : null}
    </Note>
  )
}
