import { Anchor, Button } from '@mantine/core'
import Link from 'next/link'
import { Note } from '@/ui/states.tsx'
import { words } from '@/words/index.ts'
import css from './auth.module.css'
import { continueSignedIn } from './continue-signed-in.ts'

/** Shown after sign-up: the account awaits the emailed link, and booking continues without it. */
export function CheckEmail({ email, next, outbox }: { email: string; next: string; outbox: boolean }) {
  const say = words.auth
  return (
    <div className={css.form}>
      <Note tone="good" title={say.checkEmailTitle}>
        <p>{say.checkEmailText(email)}</p>
        {outbox ? (
          <Anchor component={Link} href={`/outbox?to_address=${encodeURIComponent(email)}`}>
            {say.toLocalMailbox}
          </Anchor>
        ) : null}
      </Note>
      <Button h={48} onClick={() => continueSignedIn(next)}>
        {say.checkEmailGo}
      </Button>
    </div>
  )
}
