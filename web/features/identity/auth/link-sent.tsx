import { Anchor } from '@mantine/core'
import Link from 'next/link'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'

/**
 * Says that an email may be on its way: the answer is the same for every address. The local environment links to the
 * mailbox.
 */
export function LinkSent({ email, text, outbox }: { email: string; text: string; outbox: boolean }) {
  return (
    <Note tone="good" title={words.auth.linkSentTitle}>
      <p>{text}</p>
      {outbox ? (
        <Anchor component={Link} href={`/outbox?to_address=${encodeURIComponent(email)}`}>
          {words.auth.toLocalMailbox}
        </Anchor>
      ) : null}
    </Note>
  )
}
